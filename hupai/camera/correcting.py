"""Hands a frame over to the page, where it can be corrected and settled."""

import socket
import threading
import webbrowser

from scoring.words import Words
from vision.picture import Picture
from vision.recognizer import Recognizer


class Page:
    """The page of `hupai serve` on this machine, started when it is first needed."""

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer
        self._photos: list[bytes] = []
        self._address: str | None = None

    def open(self, picture: Picture) -> Words:
        """Open the page on a picture in the browser; what to tell the user.

        Raises `UserError` where the extra `web` is not installed.
        """
        from hupai.commands.serve import check_web_extra

        check_web_extra()
        if self._address is None:
            self._address = self._serve()
        self._photos.append(picture.encode(".jpg"))
        address = f"{self._address}/?given={len(self._photos) - 1}"
        webbrowser.open(address)
        return Words(f"请在浏览器里更正：{address}", f"Correct it in the browser: {address}")

    def _serve(self) -> str:
        """Serve the page from a thread of this process; its address."""
        # The web libraries are an extra, and slow to import.
        import uvicorn
        from fastapi import Response

        from hupai.web.app import create_app
        from hupai.web.settings import Settings, default_data_folder
        from vision.reading import read

        app = create_app(
            Settings(default_data_folder()), lambda picture: read(picture, self._recognizer)
        )

        def given(number: int) -> Response:
            if not 0 <= number < len(self._photos):
                return Response(status_code=404)
            return Response(self._photos[number], media_type="image/jpeg")

        app.add_api_route("/given/{number}", given, include_in_schema=False)
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
        threading.Thread(target=server.run, args=([listening],), daemon=True).start()
        return f"http://localhost:{listening.getsockname()[1]}"
