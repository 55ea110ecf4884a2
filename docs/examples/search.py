"""Searches with an API key, and prints what the owner of the key may see. Waits when a limit is reached.

    ken keys create --email ada@example.com --name search
    KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… python3 search.py how do I rotate a key

Needs Python 3.9 and nothing else.
"""

import json
import os
import sys
import time
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


def search(query):
    body = json.dumps({"query": query, "limit": 3}).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    tries = 0
    while True:
        tries += 1
        request = Request(f"{URL}/public/v1/search", body, headers)
        try:
            with OPENER.open(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as refusal:
            seconds = refusal.headers.get("Retry-After")
            if seconds is None or tries == 3:
                raise SystemExit(reason_of(refusal))
            refusal.close()
        time.sleep(int(seconds))


def reason_of(refusal):
    if refusal.headers.get_content_type() != "application/problem+json":
        return f"{URL} returned {refusal.code}. Check that it is Ken."
    problem = json.load(refusal)
    reason = f"{problem['code']}: {problem['detail']} (request {problem['request_id']})"
    # A pointer such as `#/query` names a field of the body.
    return "\n".join([reason, *(f"  {field['pointer']} {field['detail']}" for field in problem.get("errors", []))])


def main():
    try:
        found = search(" ".join(sys.argv[1:]))
    except URLError as error:
        raise SystemExit(f"{URL} does not respond: {error.reason}")
    except (OSError, HTTPException, json.JSONDecodeError, UnicodeDecodeError):
        raise SystemExit(f"The response of {URL} is incomplete or not JSON. Check that it is Ken.")
    if found["degraded"]:
        print("Semantic search is unavailable: these are matches of words.")
    for result in found["results"]:
        snippet = result["snippet"].replace("\n", " ")
        print(f"{result['title']}\n  {result['url']}\n  {snippet}")
    if not found["results"]:
        print("There are no results.")


if __name__ == "__main__":
    main()
