"""Benchmarks and reports, run by hand or by make; nothing here is asserted by the tests."""
