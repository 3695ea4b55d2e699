"""A client of Tenure's keychain, in one file, with nothing but Python 3.

    from tenure_keychain import Keychain

    with Keychain(["http://127.0.0.1:8081"]) as keychain:
        with keychain.claim("db-master", ttl=15, timeout=60) as claim:
            write(data, fencing_token=claim.fencing_token)
            claim.check()  # raises ClaimLost if the resource may not be held any more

`tenure keychain` renews what is held. A claim that is lost calls `on_lost`, and its `check`
raises from then on. docs/keychain.md has the protocol.
"""

import itertools
import json
import queue
import subprocess
import sys
import threading
import time


class KeychainError(Exception):
    """The keychain refused a request, or is gone."""


class ClaimFailed(KeychainError):
    """The resource could not be had; `reason` is timeout, unavailable or refused."""

    def __init__(self, event):
        super().__init__("%s: %s" % (event.get("reason"), event.get("detail")))
        self.reason = event.get("reason")


class ClaimLost(KeychainError):
    """The resource was held and may not be held any more."""


class Claim:
    """A resource that is held until `release`, or until it is lost."""

    def __init__(self, keychain, resource, on_lost):
        self.resource = resource
        self.id = None
        self.fencing_token = None
        self.position = None
        self.deadline = 0.0
        self.lost = None
        self._keychain = keychain
        self._on_lost = on_lost
        self._settled = queue.Queue()  # of the events active, failed, released, lost

    def check(self):
        """Raises ClaimLost unless the resource is surely held. Asks the keychain, not the network."""
        if self.lost is None and not self._keychain.request("validate", resource=self.resource)["held"]:
            self.lost = "its time is over"
        if self.lost is not None:
            raise ClaimLost("%s: %s" % (self.resource, self.lost))

    def refresh(self, ttl=None):
        """Renews it now; the keychain does that by itself in time."""
        self.deadline = self._keychain.request("refresh", resource=self.resource, ttl=ttl)["deadline"]

    def release(self):
        if self.lost is None:
            self._keychain.request("release", resource=self.resource)
            self._wait(("released", "failed", "lost"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()

    def _wait(self, names):
        while True:
            event = self._settled.get()
            if event["event"] in names:
                return event

    def _tell(self, event):
        name = event["event"]
        self.id = event.get("claim", self.id)
        if name == "waiting":
            self.position = event["position"]
        elif name in ("active", "renewed"):
            self.fencing_token = event["fencing_token"]
            self.deadline = event["deadline"]
        elif name == "lost":
            self.lost = event["detail"]
            if self._on_lost:
                self._on_lost(self)
        if name in ("active", "failed", "released", "lost"):
            self._settled.put(event)


class Keychain:
    """Starts `tenure keychain` and talks to it. Safe for use by many threads."""

    def __init__(self, urls, command=("tenure", "keychain"), arguments=(), on_gone=None):
        self._process = subprocess.Popen(
            [*command, "--url", ",".join(urls), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
        )
        self.pid = self._process.pid
        self._on_gone = on_gone
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._replies = {}  # id of the request -> queue of its one reply
        self._claims = {}  # id of the claim's request -> Claim
        self._gone = False
        threading.Thread(target=self._read, daemon=True).start()

    def claim(self, resource, ttl=15, timeout=None, user_data=None, on_lost=None):
        """Waits until the resource is held."""
        claim = Claim(self, resource, on_lost)
        self.request("claim", claim, resource=resource, ttl=ttl, timeout=timeout, user_data=user_data)
        event = claim._wait(("active", "failed", "released", "lost"))
        if event["event"] != "active":
            raise ClaimFailed(event)
        return claim

    def list(self):
        return self.request("list")["claims"]

    def request(self, do, claim=None, **fields):
        """Sends one request and waits for its reply."""
        reply = queue.Queue()
        with self._lock:
            if self._gone:
                raise KeychainError("the keychain is gone; nothing is renewed any more")
            number = next(self._ids)
            self._replies[number] = reply
            if claim is not None:
                self._claims[number] = claim
            fields = {key: value for key, value in fields.items() if value is not None}
            line = json.dumps({"id": number, "do": do, **fields})
            try:
                self._process.stdin.write(line + "\n")
            except (BrokenPipeError, ValueError):
                raise KeychainError("the keychain is gone; nothing is renewed any more") from None
        answer = reply.get()
        if not answer["ok"]:
            with self._lock:
                self._claims.pop(number, None)
            raise KeychainError("%s: %s" % (answer["error"], answer["detail"]))
        return answer

    def close(self):
        """Closes the keychain's input: it releases all (or aborts, see --on-close) and ends."""
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        for line in self._process.stdout:
            message = json.loads(line)
            if "reply" in message:
                with self._lock:
                    waiting = self._replies.pop(message["id"], None)
                if waiting:
                    waiting.put(message)
            else:
                with self._lock:
                    claim = self._claims.get(message.get("id"))
                    if message["event"] in ("released", "failed", "lost"):
                        self._claims.pop(message.get("id"), None)
                if claim:
                    claim._tell(message)
        self._end()

    def _end(self):
        """The keychain has ended; what was held expires, so it counts as lost."""
        with self._lock:
            self._gone = True
            claims, self._claims = list(self._claims.values()), {}
            replies, self._replies = list(self._replies.values()), {}
        for reply in replies:
            reply.put({"ok": False, "error": "gone", "detail": "the keychain has ended"})
        for claim in claims:
            claim._tell({"event": "lost", "detail": "the keychain has ended"})
        if self._on_gone:
            self._on_gone()


def main(arguments):
    """python3 tenure_keychain.py URL RESOURCE SECONDS: holds a resource for a while."""
    url, resource, seconds = arguments
    with Keychain([url]) as keychain:
        with keychain.claim(resource, on_lost=lambda claim: print("lost", claim.resource)) as claim:
            print("holding", resource, "with the fencing token", claim.fencing_token)
            time.sleep(float(seconds))
            claim.check()
    print("released", resource)


if __name__ == "__main__":
    main(sys.argv[1:])
