"""Other tile readers, measured on the same photos."""

from collections.abc import Callable

import numpy as np
from PIL import Image

from scoring.words import UserError, Words
from vision.detections import Detections, class_id
from vision.picture import Picture

_HONOURS = {"tou": "E", "nan": "S", "sha": "W", "pe": "N", "chun": "C", "hatsu": "F", "haku": "B"}


def mahjong_detector() -> Callable[[Picture], Detections]:
    """The PyPI package `mahjong-detector` as a detector. Raises `UserError` without it."""
    try:
        from mahjong_detector.predict import CLASS_NAMES, predict
        from mahjong_detector.preprocess import preprocess_image
    except ImportError as error:
        raise UserError(
            "no_peer",
            Words(
                "没有安装 mahjong-detector：请运行 pip install mahjong-detector。",
                "mahjong-detector is not installed: run 'pip install mahjong-detector'.",
            ),
        ) from error

    def detect(picture: Picture) -> Detections:
        image, padding = preprocess_image(
            Image.fromarray(np.ascontiguousarray(picture.pixels[..., ::-1]))
        )
        found = predict(image, padding)
        names = (CLASS_NAMES[one.class_id] for one in found)
        return Detections.build(
            np.array([one[:4] for one in found], dtype=np.float32).reshape(-1, 4),
            [class_id(_HONOURS.get(name, name)) for name in names],
            [one.confidence for one in found],
        )

    return detect


PEERS = {"mahjong-detector": mahjong_detector}
