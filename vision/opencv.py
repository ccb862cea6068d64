"""OpenCV, with a clear answer where the system lacks a library it needs.

Every module that needs OpenCV writes `from vision.opencv import cv2`. Where OpenCV cannot be
loaded, the first use of it raises `MissingLibraryError`.
"""

import re
from typing import TYPE_CHECKING, NoReturn

from scoring.words import UserError, Words

PACKAGES = {
    "libGL.so": ("libgl1", "mesa-libGL"),
    "libgthread": ("libglib2.0-0", "glib2"),
    "libglib": ("libglib2.0-0", "glib2"),
    "libxcb": ("libxcb1", "libxcb"),
    "libX11": ("libx11-6", "libX11"),
    "libXext": ("libxext6", "libXext"),
    "libSM": ("libsm6", "libSM"),
    "libICE": ("libice6", "libICE"),
}
"""A system library's name to the packages that bring it, on Debian/Ubuntu and on Fedora."""


class MissingLibraryError(UserError):
    """OpenCV cannot be loaded on this system. The message names the package to install."""


def explain(error: ImportError) -> MissingLibraryError:
    """The loader's message as one sentence that says which package brings the library.

    >>> print(explain(ImportError("libGL.so.1: cannot open shared object file")))
    OpenCV needs the system library libGL.so.1: install it with 'sudo apt install libgl1' \
(Debian, Ubuntu) or 'sudo dnf install mesa-libGL' (Fedora).
    """
    match = re.match(r"(lib[\w.+-]+\.so[\w.]*)", str(error))
    library = match[1] if match else ""
    for prefix, (debian, fedora) in PACKAGES.items():
        if library.startswith(prefix):
            how = f"'sudo apt install {debian}' (Debian, Ubuntu)"
            other = f"'sudo dnf install {fedora}' (Fedora)"
            return MissingLibraryError(
                "missing_library",
                Words(
                    f"OpenCV 需要系统库 {library}：请运行 {how} 或 {other} 安装。",
                    f"OpenCV needs the system library {library}: install it with {how} or {other}.",
                ),
            )
    return MissingLibraryError(
        "missing_library",
        Words(
            f"无法加载 OpenCV（{error}）：请用 pip install opencv-python 重新安装。",
            f"OpenCV cannot be loaded ({error}): "
            "install it again with 'pip install opencv-python'.",
        ),
    )


class _Missing:
    """Stands for OpenCV where it cannot be loaded: scoring a written hand works without it."""

    def __init__(self, error: MissingLibraryError) -> None:
        self._error = error

    def __getattr__(self, name: str) -> NoReturn:
        raise self._error


if TYPE_CHECKING:
    import cv2
else:
    try:
        import cv2
    except ImportError as error:
        cv2 = _Missing(explain(error))

__all__ = ["cv2"]
