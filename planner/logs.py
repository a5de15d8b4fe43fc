"""Log lines as JSON, one a line: when, how bad, where from, what, and for which request; nothing a person has typed."""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The name of the request at hand; "" outside of one."""


class JsonFormatter(logging.Formatter):
    """Writes the message as the code has it, without its arguments: those may be words of people.

    Numbers and ids among the arguments, and the `facts` that a line is given, are written beside it. An exception is
    told by its type and the places in the code that it passed, not by its text.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": str(record.msg),
            **_request(),
            **getattr(record, "facts", {}),
        }
        numbers = [value for value in _arguments(record) if isinstance(value, int | float | UUID)]
        if numbers:
            line["numbers"] = numbers
        if record.exc_info and record.exc_info[0] is not None:
            line |= {"error": record.exc_info[0].__qualname__, "at": _places(record)}
        return json.dumps(line, ensure_ascii=False, default=str)


def _request() -> dict[str, str]:
    return {"request": request_id.get()} if request_id.get() else {}


def _arguments(record: logging.LogRecord) -> tuple[object, ...]:
    return record.args if isinstance(record.args, tuple) else ()


def _places(record: logging.LogRecord) -> list[str]:
    places, trace = [], record.exc_info[2] if record.exc_info else None
    while trace is not None:
        places.append(f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places
