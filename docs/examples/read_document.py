"""Prints the whole text of a document, page by page. Starts again when the document changes in the meantime.

    KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… python3 read_document.py 0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f

Needs Python 3.9 and nothing else.
"""

import json
import os
import sys
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

URL = os.environ.get("KEN_URL", "http://localhost:8080")
KEY = os.environ.get("KEN_API_KEY", "")


class NoRedirects(HTTPRedirectHandler):
    """Ken never redirects. Following a redirect would send the key to another server."""

    def redirect_request(self, *_):
        return None


OPENER = build_opener(NoRedirects)


def read_page(document_id, query):
    """A page, or None when the document has changed since the first page."""
    address = f"{URL}/public/v1/documents/{quote(document_id, safe='')}?{urlencode(query)}"
    request = Request(address, headers={"Authorization": f"Bearer {KEY}"})
    try:
        with OPENER.open(request, timeout=30) as response:
            return json.load(response)
    except HTTPError as refusal:
        if refusal.headers.get_content_type() != "application/problem+json":
            raise SystemExit(f"{URL} returned {refusal.code}. Check that it is Ken.")
        problem = json.load(refusal)
        if problem["code"] == "DOCUMENT_CHANGED":
            return None
        raise SystemExit(f"{problem['code']}: {problem['detail']}")


def read_one_version(document_id):
    """Reads all pages of one version; None when it has changed."""
    text, query = "", {}
    while True:
        page = read_page(document_id, query)
        if page is None:
            return None
        text += page["text"]
        if page["next_offset"] is None:
            return text
        query = {"offset": page["next_offset"], "version": page["version"]}


def read_document(document_id):
    for _ in range(5):
        text = read_one_version(document_id)
        if text is not None:
            return text
    raise SystemExit("The document changes too often. Try again later.")


if __name__ == "__main__":
    try:
        print(read_document(sys.argv[1] if len(sys.argv) > 1 else ""))
    except URLError as error:
        raise SystemExit(f"{URL} does not respond: {error.reason}")
    except (OSError, HTTPException, json.JSONDecodeError, UnicodeDecodeError):
        raise SystemExit(f"The response of {URL} is incomplete or not JSON. Check that it is Ken.")
