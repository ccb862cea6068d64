"""Text for CSV files that spreadsheets open."""

BYTE_ORDER_MARK = "\ufeff"
"""Begins a file, so that Excel reads it as UTF-8."""
_FORMULA_STARTS = (*"=+-@", "\t", "\r", "\n", *"＝＋－＠")


def safe_cell(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers.

    Excel in Chinese takes full-width signs for the plain ones.

    >>> safe_cell("=1+1"), safe_cell("＝1"), safe_cell("王"), safe_cell(-3)
    ("'=1+1", "'＝1", '王', -3)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
