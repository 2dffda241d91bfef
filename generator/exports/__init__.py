"""Cards and a service's profile go in; the files that it wants come out: one module a kind.

Every module offers ``files(cards, profile, order)``: paths and contents, nothing written yet.
"""
