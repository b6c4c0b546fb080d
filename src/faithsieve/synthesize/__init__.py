"""Stage three (paper §4.2): evidence back to original steps, and the first error."""
