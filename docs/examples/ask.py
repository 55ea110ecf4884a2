"""Asks a question and prints the answer while it is written, with its sources. Ctrl+C ends the request and the model.

    KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… python3 ask.py how do I rotate a key

Needs Python 3.9 and nothing else.
"""

import json
import os
import sys
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

URL = os.environ.get("KEN_URL", "http://localhost:8080")
KEY = os.environ.get("KEN_API_KEY", "")


class NoRedirects(HTTPRedirectHandler):
    """Ken never redirects. Following a redirect would send the key to another server."""

    def redirect_request(self, *_):
        return None


OPENER = build_opener(NoRedirects)


def events_of(response):
    """The events of a response. Ken writes the data of an event on one line; comments keep the connection open."""
    name = data = None
    for line in response:
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            name = text[len("event: ") :]
        elif text.startswith("data: "):
            data = text[len("data: ") :]
        elif text == "" and name is not None and data is not None:
            yield name, json.loads(data)
            name = data = None


def ask(question):
    """Prints the text of an answer as it comes, and returns the whole answer."""
    headers = {
        "Authorization": f"Bearer {KEY}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    body = json.dumps({"question": question, "stream": True}).encode()
    request = Request(f"{URL}/public/v1/ask", body, headers)
    printed = ""
    with OPENER.open(request, timeout=60) as response:
        for name, data in events_of(response):
            if name == "text":
                print(data["delta"], end="", flush=True)
                printed += data["delta"]
            elif name == "error":
                raise SystemExit(f"\nUnfinished: {data['detail']}")
            elif name == "done":
                # A model that failed has written a beginning: the answer replaces it.
                rest = "" if printed == data["answer"] else "\n\n" * bool(printed) + data["answer"]
                print(rest)
                return data
    raise SystemExit("\nUnfinished: the connection ended. Ask again.")


def reason_of(refusal):
    if refusal.headers.get_content_type() != "application/problem+json":
        return f"{URL} returned {refusal.code}. Check that it is Ken."
    problem = json.load(refusal)
    reason = f"{problem['code']}: {problem['detail']}"
    # A pointer such as `#/question` names a field of the body.
    return "\n".join([reason, *(f"  {field['pointer']} {field['detail']}" for field in problem.get("errors", []))])


def main():
    try:
        answer = ask(" ".join(sys.argv[1:]))
    except HTTPError as refusal:
        raise SystemExit(reason_of(refusal))
    except URLError as error:
        raise SystemExit(f"{URL} does not respond: {error.reason}")
    except (OSError, HTTPException, json.JSONDecodeError, UnicodeDecodeError):
        raise SystemExit(f"\nThe response of {URL} is incomplete or not JSON. Ask again.")
    except KeyboardInterrupt:
        raise SystemExit(130)
    for source in answer["sources"]:
        if source["cited"]:
            print(f"[{source['number']}] {source['title']} {source['url']}")


if __name__ == "__main__":
    main()
