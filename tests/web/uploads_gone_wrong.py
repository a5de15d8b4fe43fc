"""Files that nobody should send: too large, nested, numerous or no text at all, each at the size that is still read."""

from __future__ import annotations

import gzip

from planner.core.planfile import MAX_BYTES
from planner.services.classes.roster import MOST_BYTES, MOST_LINES

_HEAD = b'{"format": "checkpoint-plan/1", "title": "Run", '


def filled_up(piece: bytes, *, most: int = MAX_BYTES, before: bytes = b"", after: bytes = b"") -> bytes:
    """Return the piece so often that the whole file is as large as it may be."""
    return before + piece * ((most - len(before) - len(after)) // len(piece)) + after


def _keys(before: bytes) -> bytes:
    return before + b",".join(b'"%d":0' % number for number in range(90_000)) + b"}"


NO_PLANS = {
    "one byte too many": b" " * (MAX_BYTES + 1),
    "lists in lists": filled_up(b"["),
    "lists in lists that end": b"[" * 500_000 + b"]" * 500_000,
    "objects in objects": filled_up(b'{"a":'),
    "lists in a field": filled_up(b"[", before=_HEAD + b'"goal": '),
    "a number of a million digits": filled_up(b"9"),
    "a number of a million digits in a field": filled_up(b"9", before=_HEAD + b'"goal": ', after=b"}"),
    "a fraction of a million digits": filled_up(b"9", before=_HEAD + b'"goal": 1.', after=b"}"),
    "a power of a million digits": filled_up(b"9", before=b"1e"),
    "many keys": _keys(b"{"),
    "many keys that no plan has": _keys(_HEAD),
    "the same key again and again": filled_up(b'"a":0,', before=b"{", after=b'"a":0}'),
    "half a million numbers": filled_up(b"0,", before=b"[", after=b"0]"),
    "a hundred thousand steps": filled_up(b"{},", before=_HEAD + b'"steps": [', after=b"{}]}"),
    "a hundred thousand guards": filled_up(b'"x",', before=_HEAD + b'"steps": [{"guards": [', after=b'"x"]}]}'),
    "control characters": filled_up(b"\\u0000", before=_HEAD + b'"goal": "', after=b'"}'),
    "halves of characters": filled_up(b"\\ud800", before=_HEAD + b'"goal": "', after=b'"}'),
    "a letter under a million marks": filled_up("\u0301".encode(), before=_HEAD + b'"goal": "', after=b'"}'),
    "a text without an end": filled_up(b"\\\\", before=b'"'),
    "no UTF-8": filled_up(b"\xff"),
    "UTF-8 that ends too soon": filled_up("é".encode(), after=b"\xc3"),
    "UTF-16": "{}".encode("utf-16") * 200_000,
    "100 MB, compressed": gzip.compress(b"0" * 100_000_000),
    "nothing": b"",
    "spaces": filled_up(b" "),
    "account numbers": filled_up(b"DE89 3704 0044 0532 0130 00 "),
    "mail addresses": filled_up(b"kim.lee@school.edu "),
    "mail addresses in what begins like a plan": filled_up(b"kim.lee@school.edu ", before=_HEAD),
}
"""Plan files that are refused."""

NO_LISTS = {
    "one byte too many": b"a" * (MOST_BYTES + 1),
    "a quarter of a million columns": filled_up(b",a", most=MOST_BYTES),
    "a quarter of a million headings": filled_up(b"name,", most=MOST_BYTES, after=b"\n,"),
    "one line too many": b"Kim\n" * (MOST_LINES + 1),
    "lines of nothing": filled_up(b"\n", most=MOST_BYTES),
    "quotes": filled_up(b'"', most=MOST_BYTES),
    "a quote that never ends": filled_up(b"Kim\n", most=MOST_BYTES, before=b'"'),
    "one cell": filled_up(b"x", most=MOST_BYTES),
    "NUL": filled_up(b"\0", most=MOST_BYTES),
    "no UTF-8": filled_up(b"\xff", most=MOST_BYTES),
    "100 MB, compressed": gzip.compress(b"0" * 100_000_000),
    "nothing": b"",
}
"""Lists of learners that are refused."""
_END, _PART = b"--zq--\r\n", b'--zq\r\nContent-Disposition: form-data; name="text"'
_KEY = b'--zq\r\nContent-Disposition: form-data; name="key"\r\n\r\n9d931e6a-1f25-4c99-b0d5-10bc5eb60dfb\r\n'

NO_FORMS = {
    "thousands of parts": (_PART + b"\r\n\r\nx\r\n") * 40_000 + _END,
    "thousands of files": (_PART + b'; filename="x"\r\n\r\nx\r\n') * 30_000 + _END,
    "no end": _KEY + _PART + b"\r\n\r\n" + b"x" * 2_000_000,
    "a file without an end": _KEY + _PART + b'; filename="x"\r\n\r\n' + b"x" * 2_000_000,
    "no parts": b"x" * 3_000_000,
    "beginnings alone": b"--zq\r\n" * 400_000,
    "a heading of a megabyte": _KEY + _PART + b"; x=" + b"y" * 1_000_000 + b"\r\n\r\nx\r\n" + _END,
    "headings without an end": _KEY + _PART + b"\r\nX: y" * 200_000,
    "base64 that is none": _KEY + _PART + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b"=x" * 900_000 + _END,
}
"""Bodies of multipart/form-data with the boundary zq that are refused."""
