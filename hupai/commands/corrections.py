"""`hupai corrections`: the corrected photos that people gave to training."""

from pathlib import Path
from typing import Annotated

import typer

from hupai.commands.options import DataFolder
from hupai.commands.serve import check_web_extra
from hupai.language import say
from scoring.words import UserError, Words

app = typer.Typer(
    no_args_is_help=True,
    help=say(
        "在网页上更正过、同意用于训练的照片。",
        "Photos that were corrected on the page and given to training.",
    ),
)


@app.command("list", help=say("列出照片。", "List the photos."))
def show(data: DataFolder = None) -> None:
    from hupai.web.training_data import TrainingData

    for one in TrainingData(_folder(data)).ids():
        print(one)


@app.command(help=say("导出为 YOLO 数据集。", "Write them as a YOLO data set."))
def export(
    target: Annotated[Path, typer.Argument(metavar="DIR", help=say("新文件夹", "A new folder."))],
    data: DataFolder = None,
) -> None:
    from hupai.web.training_data import TrainingData
    from models.classes import NAMES

    count = TrainingData(_folder(data)).export(target, NAMES)
    print(say(f"导出了 {count} 张照片到 {target}", f"{count} photos written to {target}"))


@app.command(help=say("删除一张或全部照片。", "Delete one photo, or all."))
def delete(
    photo: Annotated[
        str | None, typer.Argument(metavar="ID", help=say("list 列出的编号", "An id from list."))
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help=say("全部删除", "Delete all of them."))
    ] = False,
    data: DataFolder = None,
) -> None:
    from hupai.web.training_data import TrainingData

    if (photo is None) != everything:
        raise UserError(
            "what_to_delete",
            Words("请给一个编号，或用 --all。", "Give one id, or --all."),
        )
    kept = TrainingData(_folder(data))
    for one in kept.ids() if photo is None else [photo]:
        kept.delete(one)
        print(say(f"已删除 {one}", f"deleted {one}"))


def _folder(data: Path | None) -> Path:
    if data is None:
        check_web_extra()
        from hupai.web.settings import default_data_folder

        data = default_data_folder()
    return data / "corrections"
