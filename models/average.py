"""The mean of several checkpoints of one network, which often reads better than each of them.

    python -m models.average runs/a/ema.pt runs/b/ema.pt mean.pt

They must come from one another or from a common start; the mean of networks that were trained
apart reads nothing.
"""

import argparse
from pathlib import Path

from models.networks import load_checkpoint


def average(checkpoints: list[Path], target: Path) -> None:
    """Write the mean of the weights of `checkpoints` in half precision to `target`.

    Raises ValueError where one holds no network, or another kind of network than the first.
    """
    import torch

    networks = [load_checkpoint(path) for path in checkpoints]
    mean = networks[0].state_dict()
    for path, network in zip(checkpoints[1:], networks[1:], strict=True):
        state = network.state_dict()
        shapes = {name: value.shape for name, value in state.items()}
        if shapes != {name: value.shape for name, value in mean.items()}:
            raise ValueError(f"{str(path)!r} is another network than {str(checkpoints[0])!r}")
        for name, value in mean.items():
            if value.is_floating_point():
                value.add_(state[name])
    for value in mean.values():
        if value.is_floating_point():
            value.div_(len(networks))
    torch.save({"model": networks[0].half()}, target)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write the mean."""
    parser = argparse.ArgumentParser(description="The mean of several checkpoints.")
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("target", type=Path)
    options = parser.parse_args(arguments)
    try:
        average(options.checkpoints, options.target)
    except (OSError, ValueError) as error:
        raise SystemExit(f"nothing was averaged: {error}") from error
    print(f"{options.target}: the mean of {len(options.checkpoints)} checkpoints")


if __name__ == "__main__":
    main()
