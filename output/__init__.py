"""A scene in millimetres goes in; PDF, SVG and PNG files come out."""
