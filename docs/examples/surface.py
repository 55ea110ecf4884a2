"""A custom surface: a chat whose messages are lines of standard input, `thread sender: text`. People ask with their
own permissions, and each thread is a conversation. A person sends `link <code>`, with a code from Ken, first.

    ken keys create-service --source bot_gateway --name my-chat
    KEN_URL=http://localhost:8080 KEN_SERVICE_KEY=ken_… python3 surface.py

The platform, not the sender, must name the sender: Ken trusts the id in a request with a service key.
Needs Python 3.9 and nothing else.
"""

import json
import os
import re
import sys
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

URL = os.environ.get("KEN_URL", "http://localhost:8080")
KEY = os.environ.get("KEN_SERVICE_KEY", "")


class NoRedirects(HTTPRedirectHandler):
    """Ken never redirects. Following a redirect would send the key to another server."""

    def redirect_request(self, *_):
        return None


OPENER = build_opener(NoRedirects)


class Refused(Exception):
    """A refusal by Ken: a problem document (RFC 9457), and when to try again, in seconds."""

    def __init__(self, problem, retry_after):
        super().__init__(problem["code"])
        self.problem = problem
        self.code = problem["code"]
        self.retry_after = retry_after


def call(method, path, body=None, sender=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if sender is not None:
        headers["Ken-On-Behalf-Of"] = sender
    data = None if body is None else json.dumps(body).encode()
    request = Request(URL + path, data, headers, method=method)
    try:
        with OPENER.open(request, timeout=60) as response:
            return json.loads(response.read() or b"null")
    except HTTPError as refusal:
        if refusal.headers.get_content_type() != "application/problem+json":
            raise OSError(f"{URL} returned {refusal.code}. Check that it is Ken.")
        raise Refused(json.load(refusal), refusal.headers.get("Retry-After"))


# The conversation of a thread and sender. A real surface keeps them in its database.
conversations = {}


def ask(thread, sender, question):
    conversation = conversations.get((thread, sender))
    kept = {"remember": True} if conversation is None else {"conversation_id": conversation}
    try:
        asked = call("POST", "/public/v1/ask", {"question": question, **kept}, sender)
    except Refused as refusal:
        # It was forgotten elsewhere, or belongs to an account that the sender was linked to before.
        if refusal.code != "NOT_FOUND" or conversation is None:
            raise
        del conversations[(thread, sender)]
        return ask(thread, sender, question)
    if asked["conversation_id"] is not None:
        conversations[(thread, sender)] = asked["conversation_id"]
    sources = [f"[{source['number']}] {source['url']}" for source in asked["sources"] if source["cited"]]
    return "\n".join([asked["answer"], *sources])


def forget(thread, sender):
    conversation = conversations.get((thread, sender))
    if conversation is None:
        return "There is nothing to forget."
    try:
        call("DELETE", f"/public/v1/conversations/{quote(conversation)}", sender=sender)
    except Refused as refusal:
        if refusal.code != "NOT_FOUND":
            raise
    del conversations[(thread, sender)]
    return "I have forgotten this conversation."


def reply(thread, sender, text):
    if text == "who am I":
        account = call("POST", "/api/v1/surfaces/resolve", {"external_id": sender})["account"]
        return f"You are {account}."
    if text == "forget":
        return forget(thread, sender)
    if not text.startswith("link "):
        return ask(thread, sender, text)
    body = {"external_id": sender, "code": text[len("link ") :]}
    account = call("POST", "/api/v1/surfaces/link", body)["account"]
    return f"You are {account} now. Ask me anything."


def apology(refusal):
    """The message for people. It is the same for all who are not linked, known to Ken or not."""
    if refusal.code == "IDENTITY_NOT_LINKED":
        return "I do not know you. Create a link code in Ken and send me: link <code>"
    if refusal.retry_after is not None:
        return f"I am busy. Please ask again in {refusal.retry_after} seconds."
    # For the operator of the surface: a revoked service key, or a bug in this program.
    problem = refusal.problem
    print(problem["code"], problem["detail"], problem["request_id"], problem.get("errors", ""), file=sys.stderr)
    return "Something went wrong. My operator has been notified."


def respond(thread, sender, text):
    try:
        return reply(thread, sender, text)
    except Refused as refusal:
        return apology(refusal)
    except (OSError, HTTPException, json.JSONDecodeError, UnicodeDecodeError) as error:
        # Also a connection that breaks, and a response that is not JSON: the next person is served.
        print(error, file=sys.stderr)
        return "I cannot reach Ken. Please ask again later."


if __name__ == "__main__":
    for line in sys.stdin:
        message = re.fullmatch(r"(\S+) ([!-~]+): (.+)\n?", line)
        if message is not None:
            print(f"to {message[2]}: {respond(*message.groups())}", flush=True)
