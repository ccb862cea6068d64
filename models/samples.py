"""Streams of training samples: each follows from a seed and its number alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from torch.utils.data import IterableDataset, get_worker_info

from models.data import Boxes, Image, read_image, read_labels, write_image, write_labels

Sample = tuple[Image, Any]


class Source(Protocol):
    """Gives sample `number` of a seed, and makes batches of samples."""

    def sample(self, seed: int, number: int) -> Sample:
        """The sample: a BGR picture and its labels."""

    def collate(self, group: Sequence[Sample]) -> dict[str, Any]:
        """A batch of tensors: `img` (n, 3, h, w) uint8 RGB, and the labels."""


class Stream(IterableDataset):  # type: ignore[misc]
    """The samples of a source from number `first` on, without end, shared among workers."""

    def __init__(self, source: Source, seed: int, first: int) -> None:
        super().__init__()
        self.source, self.seed, self.first = source, seed, first

    def __iter__(self) -> Iterator[Sample]:
        worker = get_worker_info()
        index, count = (worker.id, worker.num_workers) if worker else (0, 1)
        number = self.first + index
        while True:
            yield self.source.sample(self.seed, number)
            number += count


def stack_images(images: Sequence[Image]) -> Any:
    """BGR pictures of one size as a uint8 RGB tensor `(n, 3, h, w)`."""
    import torch

    stacked = np.stack(images)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(stacked))


class DetectorSource:
    """What all sources of detector pictures share: how a batch is made."""

    def collate(self, group: Sequence[tuple[Image, Boxes]]) -> dict[str, Any]:
        """Pictures and YOLO labels as the tensors that ultralytics' loss takes."""
        import torch

        labels = np.concatenate([labels for _, labels in group])
        owner = np.repeat(np.arange(len(group)), [len(labels) for _, labels in group])
        return {
            "img": stack_images([image for image, _ in group]),
            "cls": torch.from_numpy(labels[:, :1].copy()),
            "bboxes": torch.from_numpy(labels[:, 1:].copy()),
            "batch_idx": torch.from_numpy(owner.astype(np.float32)),
        }


class FolderSource(DetectorSource):
    """Ready pictures of one size in `DIR/images`, with YOLO labels in `DIR/labels`."""

    def __init__(self, folder: Path) -> None:
        self.images = sorted((folder / "images").iterdir())
        if not self.images:
            raise ValueError(f"no pictures in {str(folder / 'images')!r}")

    def sample(self, seed: int, number: int) -> tuple[Image, Boxes]:
        """Picture `number` of an endless shuffling of the folder, turned by a quarter or not."""
        turn, place = divmod(number, len(self.images))
        rng = np.random.default_rng((seed, turn))
        path = self.images[rng.permutation(len(self.images))[place]]
        quarters = rng.integers(4, size=len(self.images))[place]
        labels = path.parents[1] / "labels" / (path.stem + ".txt")
        return quarter_turns(read_image(path), read_labels(labels), int(quarters))


class KeptSource(DetectorSource):
    """Keeps the first `count` pictures of another source in a folder and goes round them.

    Every round turns each picture by another quarter, so that four rounds differ; making a
    picture costs about as much time as training on it.
    """

    def __init__(self, made: Any, folder: Path, count: int) -> None:
        self.made, self.folder, self.count = made, folder, count
        (folder / "images").mkdir(parents=True, exist_ok=True)
        (folder / "labels").mkdir(parents=True, exist_ok=True)

    def sample(self, seed: int, number: int) -> tuple[Image, Boxes]:
        """Picture `number` of the endless round; made and kept in the first one."""
        turn, place = divmod(number, self.count)
        image = self.folder / "images" / f"{seed}-{place:06d}.jpg"
        labels = self.folder / "labels" / f"{seed}-{place:06d}.txt"
        if labels.exists():
            return quarter_turns(read_image(image), read_labels(labels), turn % 4)
        picture, boxes = self.made.sample(seed, place)
        write_image(image, picture, 95)
        write_labels(labels, boxes)
        return quarter_turns(picture, boxes, turn % 4)


def quarter_turns(image: Image, labels: Boxes, turns: int) -> tuple[Image, Boxes]:
    """A square picture and its YOLO labels turned clockwise by quarter turns."""
    for _ in range(turns):
        labels = np.stack(
            [labels[:, 0], 1 - labels[:, 2], labels[:, 1], labels[:, 4], labels[:, 3]], 1
        )
    return np.ascontiguousarray(np.rot90(image, -turns)), labels
