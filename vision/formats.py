"""Which picture format a file has, by its first bytes alone."""

_STARTS = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"II+\0": "TIFF",
    b"MM\0+": "TIFF",
}
_BRANDS = {
    **dict.fromkeys(
        (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIF"
    ),
    **dict.fromkeys((b"avif", b"avis"), "AVIF"),
}
"""Of the boxes that phones write (ISO 14496-12), by the brand that the file names."""


def format_of(data: bytes) -> str | None:
    """The format as Pillow names it, or None for what is no picture of a format known here.

    >>> format_of(b"GIF89a..."), format_of(b"some text")
    ('GIF', None)
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp":
        brand = _BRANDS.get(data[8:12])
        # A general brand is followed by the particular ones.
        is_avif = brand == "HEIF" and data[8:12] in (b"mif1", b"msf1") and b"avif" in data[16:64]
        return "AVIF" if is_avif else brand
    return next((name for start, name in _STARTS.items() if data.startswith(start)), None)
