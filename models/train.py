"""Train the detector or the reader, on a CPU or a GPU, resumable at any moment.

    python -m models.train detector --out runs/detector --steps 20000
    python -m models.train reader   --out runs/reader   --steps 20000

A run that is asked to end (SIGTERM) saves first. The same command again goes on where the last
one stopped: every picture follows from the seed and its number, and `OUT/last.pt` holds the step.
`OUT/ema.pt` is the averaged network (half precision), which is what is measured and exported.
`--smoke` makes a few steps only.
"""

import argparse
import copy
import json
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models import networks, samples
from models.data import DATA

WARM = {
    "detector": DATA / "weights" / "warm_yolo11n.pt",
    "reader": DATA / "weights" / "warm_reader_yolo11n-cls.pt",
}
WARMUP_STEPS = 200
COOLDOWN_SHARE = 0.25
"""The last part of the run, in which the learning rate falls to nothing."""
AVERAGE_SPAN = 1000
"""Steps over which the averaged network looks back, at most; early on over a third of the run."""
GRADIENT_LIMIT = 10.0


@dataclass(frozen=True)
class Plan:
    """What one training run does; the learning rate and batch size belong together."""

    kind: str
    out: Path
    start: Path | None
    steps: int
    batch: int
    rate: float
    seed: int
    workers: int
    minutes: float
    scale: str = "n"
    save_every: int = 100

    def rate_at(self, step: int, minutes: float = 0.0) -> float:
        """Learning rate at a step, some minutes on: short warm-up, long level, linear fall.

        It falls towards the last step or the last minute, whichever comes first.
        """
        rise = min(1.0, (step + 1) / WARMUP_STEPS)
        left = min(1 - step / self.steps, 1 - minutes / self.minutes)
        return self.rate * max(0.0, min(rise, left / COOLDOWN_SHARE, 1.0))


class Run:
    """A network with its average, its optimizer and the number of steps made."""

    def __init__(self, plan: Plan, source: samples.Source) -> None:
        import torch

        self.plan = plan
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        make = networks.detector if plan.kind == "detector" else networks.reader
        network = make(plan.start, plan.scale)
        self.network = network.to(self.device, memory_format=torch.channels_last).train()
        self.loss = networks.detector_loss if plan.kind == "detector" else networks.reader_loss
        self.source = source
        self.average = copy.deepcopy(self.network).eval()
        decayed = [p for p in self.network.parameters() if p.ndim > 1]
        free = [p for p in self.network.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": free, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=plan.rate)
        self.step = 0
        self.began = time.monotonic()

    @property
    def minutes(self) -> float:
        """How long it has been running."""
        return (time.monotonic() - self.began) / 60

    @property
    def last(self) -> Path:
        """Where everything needed to go on is kept."""
        return self.plan.out / "last.pt"

    def resume(self) -> None:
        """Go on from the last saved state, if there is one."""
        import torch

        if not self.last.exists():
            return
        state = torch.load(self.last, map_location="cpu", weights_only=False)
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]

    def save(self) -> None:
        """Write `last.pt` and `ema.pt`, each whole or not at all."""
        import torch

        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }
        average = copy.deepcopy(self.average).to("cpu").half()
        average.criterion = None
        for path, content in (
            (self.last, state),
            (self.plan.out / "ema.pt", {"model": average, "step": self.step}),
        ):
            part = path.with_suffix(".part")
            torch.save(content, part)
            part.replace(path)

    def train_step(self, batch: dict[str, Any]) -> list[float]:
        """One step of the optimizer; returns the parts of the loss."""
        import torch

        batch = {key: value.to(self.device) for key, value in batch.items()}
        batch["img"] = batch["img"].to(memory_format=torch.channels_last).float() / 255
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate_at(self.step, self.minutes)
        with torch.autocast(self.device.type, torch.bfloat16):
            outputs = self.network(batch["img"])
        loss, parts = self.loss(self.network, outputs, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT_LIMIT)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self._update_average()
        self.step += 1
        return parts

    def _update_average(self) -> None:
        import torch

        share = max(1.0 / AVERAGE_SPAN, 3.0 / (self.step + 30))
        with torch.no_grad():
            values = self.network.state_dict()
            for name, kept in self.average.state_dict().items():
                if kept.is_floating_point():
                    kept.lerp_(values[name], share)
                else:
                    kept.copy_(values[name])

    def batches(self) -> Iterator[dict[str, Any]]:
        """Batches from the present step on, made by worker processes."""
        from torch.utils.data import DataLoader

        stream = samples.Stream(self.source, self.plan.seed, self.step * self.plan.batch)
        return iter(
            DataLoader(
                stream,
                batch_size=self.plan.batch,
                num_workers=self.plan.workers,
                collate_fn=self.source.collate,
                prefetch_factor=4 if self.plan.workers else None,
            )
        )


def _stop_signal() -> threading.Event:
    """Set once the process is asked to end (SIGTERM), so that the run is saved first."""
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())
    return asked


def train(plan: Plan, source: samples.Source) -> Run:
    """Train to the planned step or minute, saving and logging (`log.jsonl`) on the way."""
    plan.out.mkdir(parents=True, exist_ok=True)
    run = Run(plan, source)
    run.resume()
    told_to_stop = _stop_signal()
    since, sums, seen = time.monotonic(), [0.0], 0
    for batch in run.batches():
        late = run.minutes > plan.minutes
        if run.step >= plan.steps or late or told_to_stop.is_set():
            break
        parts = run.train_step(batch)
        sums = [a + b for a, b in zip(sums, parts, strict=True)] if seen else parts
        seen += 1
        if run.step % 50 == 0:
            pace = seen * plan.batch / (time.monotonic() - since)
            line = {"step": run.step, "loss": [round(s / seen, 4) for s in sums]}
            with (plan.out / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(line | {"per_second": round(pace, 2)}) + "\n")
            since, seen = time.monotonic(), 0
        if run.step % plan.save_every == 0:
            run.save()
    run.save()
    return run


DEFAULTS: dict[str, dict[str, Any]] = {
    "detector": {"batch": 8, "rate": 4e-4},
    "reader": {"batch": 128, "rate": 5e-4},
}


def parse(arguments: list[str] | None) -> tuple[Plan, argparse.Namespace]:
    """The plan of a command line, and the options that choose the pictures."""
    parser = argparse.ArgumentParser(description="Train the detector or the reader.")
    parser.add_argument("kind", choices=sorted(DEFAULTS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="starting weights (n: by default in ../shared)")
    parser.add_argument("--scale", choices=sorted(networks.SCALES), default="n")
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--batch", type=int)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="ready pictures (images/, labels/) to use")
    parser.add_argument("--own", type=Path, help="photos of your own (images/, labels/) to add")
    parser.add_argument("--made-up", type=float, default=0.5, help="share of made-up scenes")
    parser.add_argument("--keep", type=int, default=0, help="pictures made once and used again")
    parser.add_argument("--smoke", action="store_true", help="three small steps, to see it run")
    options = parser.parse_args(arguments)
    usual = DEFAULTS[options.kind]
    plan = Plan(
        kind=options.kind,
        out=options.out,
        start=options.start or (WARM[options.kind] if options.scale == "n" else None),
        steps=3 if options.smoke else options.steps,
        batch=2 if options.smoke else options.batch or usual["batch"],
        rate=options.rate or usual["rate"],
        seed=options.seed,
        workers=0 if options.smoke else options.workers,
        minutes=options.minutes,
        scale=options.scale,
    )
    return plan, options


def source_of(plan: Plan, options: argparse.Namespace) -> samples.Source:
    """Where a network's samples come from: a folder of pictures, or made as they are used."""
    from models.crops import CropSource
    from models.mixture import MixedSource

    if plan.kind == "reader":
        return CropSource(options.made_up, own=options.own)
    if options.pictures is not None:
        return samples.FolderSource(options.pictures)
    made = MixedSource(options.made_up, own=options.own)
    return samples.KeptSource(made, plan.out / "kept", options.keep) if options.keep else made


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and train."""
    plan, options = parse(arguments)
    import torch

    torch.set_num_threads(options.threads)
    try:
        source = source_of(plan, options)
    except ValueError as error:
        raise SystemExit(f"nothing was trained: {error}") from error
    run = train(plan, source)
    print(f"{plan.kind}: {run.step} steps made, {plan.out / 'ema.pt'} written")


if __name__ == "__main__":
    main()
