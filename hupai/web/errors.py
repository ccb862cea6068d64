"""What went wrong, as one JSON object in both languages: `{"error": {"name", "message"}}`."""

import logging
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from hupai.web.headers import SECURITY_HEADERS
from hupai.web.turns import BusyError
from scoring.words import UserError, Words

_STATUS = {"busy": 503, "no_such_evening": 404, "no_such_played_hand": 404, "too_large": 413}
_HTTP_WORDS = {
    404: Words("没有这个网址。", "There is nothing at this address."),
    405: Words("这个网址不能这样用。", "This address cannot be used like that."),
}
_OTHER = Words("请求有误。", "The request is wrong.")
_BROKEN = Words(
    "服务器出错了，这一步没有完成：请再试一次。",
    "The server failed and did not do this: please try again.",
)


def error_response(
    name: str, words: Words, status: int = 400, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The one form in which every error reaches the page."""
    message = {language: sendable(text) for language, text in words.to_json().items()}
    body = {"error": {"name": name, "message": message}}
    return JSONResponse(body, status, headers)


def sendable(text: str) -> str:
    """Text that an answer can hold: a form may smuggle in halves of letters, which are no UTF-8."""
    return text.encode("utf-8", "replace").decode()


def handle_errors(app: FastAPI) -> None:
    """Answer every error of `app` with `error_response`, never with a traceback."""

    @app.exception_handler(UserError)
    async def user_error(request: Request, error: UserError) -> JSONResponse:
        headers = {"Retry-After": "3"} if isinstance(error, BusyError) else None
        return error_response(error.name, error.words, _STATUS.get(error.name, 400), headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        fields = sorted({".".join(map(str, one["loc"][1:])) for one in error.errors()})
        names = ", ".join(repr(name) for name in fields)
        words = Words(
            f"请求里缺少或写错了：{names}。", f"Missing or wrong in the request: {names}."
        )
        return error_response("bad_request", words, 422)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        words = _HTTP_WORDS.get(error.status_code, _OTHER)
        return error_response("http_error", words, error.status_code)

    @app.exception_handler(Exception)
    async def failure(request: Request, error: Exception) -> JSONResponse:
        logging.getLogger("hupai.web").exception("%s failed", request.url.path, exc_info=error)
        # This answer is made outside of all that stands before the page.
        return error_response("server_error", _BROKEN, 500, SECURITY_HEADERS)
