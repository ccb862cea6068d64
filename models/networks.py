"""The two networks as ultralytics builds them, their losses, and their checkpoints."""

from pathlib import Path
from typing import Any

from models import offline
from models.classes import NAMES

SCALES = {"n": (0.5, 0.25, 1024), "w": (0.5, 0.375, 1024), "s": (0.5, 0.5, 1024)}
"""Depth, width and most channels of YOLO11's n and s, and of one between them, w."""
FIRST_LAYER = "model.0.conv.weight"
READER_SMOOTHING = 0.05
"""Part of the target spread over all classes: keeps the reader from being sure of wrong labels."""


def load_checkpoint(path: Path) -> Any:
    """The network in an ultralytics checkpoint, float32, ready to train.

    Raises ValueError where the file holds no ultralytics model.
    """
    offline.prepare()
    import torch

    content = torch.load(path, map_location="cpu", weights_only=False)
    network = content.get("ema") or content.get("model") if isinstance(content, dict) else None
    if network is None:
        raise ValueError(f"{str(path)!r} holds no ultralytics model; give a .pt made by training")
    network = network.float()
    for parameter in network.parameters():
        parameter.requires_grad_(True)
    return network


def _untrained(config: str, scale: str) -> Any:
    """A network of 43 classes with weights by chance, as ultralytics' YAML file describes it."""
    offline.prepare()
    from ultralytics.nn.tasks import ClassificationModel, DetectionModel, yaml_model_load

    content = yaml_model_load(config) | {"scale": scale, "scales": SCALES}
    kind = ClassificationModel if config.endswith("-cls.yaml") else DetectionModel
    network = kind(content, nc=len(NAMES), verbose=False)
    network.names = dict(enumerate(NAMES))
    return network


def _take_over(network: Any, state: dict[str, Any]) -> None:
    """Give a network what it shares with another: the values of the same name and shape.

    Of the last layer of a reader also the first classes are taken, where the other has fewer.
    """
    own = network.state_dict()
    for name, value in state.items():
        if name in own and (own[name].shape == value.shape or ".linear." in name):
            rows = slice(0, len(value)) if value.ndim else ...
            own[name][rows] = value.to(own[name].dtype)
    network.load_state_dict(own)


def detector(path: Path | None, scale: str = "n") -> Any:
    """A detector to train, from a checkpoint if given, with ultralytics' default loss gains.

    Of a checkpoint with other classes (COCO) all but the naming layers is taken.
    """
    network = load_checkpoint(path) if path else _untrained("yolo11.yaml", scale)
    if len(network.names) != len(NAMES):
        state = network.state_dict()
        network = _untrained("yolo11.yaml", scale)
        _take_over(network, state)
    from ultralytics.cfg import get_cfg

    network.args = get_cfg()
    network.criterion = None
    return network


def reader(path: Path | None, scale: str = "n") -> Any:
    """A reader of 43 classes, started from `path` (a checkpoint, or the state of one) if given.

    Classes that the starting weights lack (the back of a tile) begin untrained; of a detector's
    checkpoint the layers before its head are taken.
    """
    offline.prepare()
    import torch

    network = _untrained("yolo11-cls.yaml", scale)
    if path is None:
        return network
    content = torch.load(path, map_location="cpu", weights_only=False)
    if "model" in content:
        content = content["model"].float().state_dict()
    else:
        # The starting weights are a bare state that was trained on BGR; here pictures are RGB.
        content[FIRST_LAYER] = content[FIRST_LAYER].flip(1)
    _take_over(network, content)
    return network


def to_float(outputs: Any) -> Any:
    """The outputs of a network with every tensor in float32, whatever holds them."""
    if isinstance(outputs, dict):
        return {key: to_float(value) for key, value in outputs.items()}
    if isinstance(outputs, list | tuple):
        return [to_float(value) for value in outputs]
    return outputs.float() if hasattr(outputs, "float") else outputs


def detector_loss(network: Any, outputs: Any, batch: dict[str, Any]) -> tuple[Any, list[float]]:
    """Loss per picture, and its parts: box, class, distribution."""
    total, parts = network.loss(batch, to_float(outputs))
    values = parts.values() if isinstance(parts, dict) else parts
    return total.sum() / len(batch["img"]), [float(value) for value in values]


def reader_loss(network: Any, outputs: Any, batch: dict[str, Any]) -> tuple[Any, list[float]]:
    """Cross entropy, and the share of the batch read right."""
    import torch

    logits = to_float(outputs)
    loss = torch.nn.functional.cross_entropy(logits, batch["cls"], label_smoothing=READER_SMOOTHING)
    right = (logits.argmax(1) == batch["cls"]).float().mean()
    return loss, [float(loss.detach()), float(right)]
