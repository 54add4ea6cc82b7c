"""A par sheet: all that an examiner needs to know about the odds of a rulebook, on paper and signed.

`sheet` collects it as plain words and figures; `as_html` and `as_pdf` only set them, so both say the same. Nothing on
it comes from a clock: the same rulebook gives the same sheet, and a date stands on it only if one is given.
"""

from dicehouse.sheet.content import sheet
from dicehouse.sheet.html import as_html
from dicehouse.sheet.pdf import as_pdf

__all__ = ["as_html", "as_pdf", "sheet"]
