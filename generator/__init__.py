"""Layouts become scenes and pages; the command line lives here."""
