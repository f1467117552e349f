"""Verifies published draws of the format fanclub-draw-v1, with nothing but the standard library.

Reads a JSON array of files from standard input, and prints a JSON array with true or false for each.
It is the second implementation that the tests compare with the first.
"""

import hashlib
import hmac
import json
import sys

FORMAT = "fanclub-draw-v1"


def is_as_drawn(draw):
    if draw["format"] != FORMAT:
        return False
    seed = bytes.fromhex(draw["seed"])
    entries = sorted(draw["entries"])
    head = "%s\n%d\n" % (FORMAT, draw["contest"])
    commitment = hashlib.sha256(head.encode() + seed).hexdigest()
    lines = "".join("%d\n" % entry for entry in entries)
    list_hash = hashlib.sha256(("%s%d\n%s" % (head, len(entries), lines)).encode()).hexdigest()
    message = "%s\n%s\n%s" % (FORMAT, list_hash, draw["beacon"])
    key = hmac.digest(seed, message.encode(), "sha256")
    ranking = sorted(entries, key=lambda entry: (hmac.digest(key, b"%d" % entry, "sha256"), entry))
    rank = 0
    for prize in draw["prizes"]:
        if prize["entries"] != ranking[rank : rank + prize["winners"]]:
            return False
        rank += prize["winners"]
    return (
        len(set(entries)) == len(entries)
        and commitment == draw["commitment"]
        and list_hash == draw["list_hash"]
        and key.hex() == draw["key"]
        and ranking == draw["ranking"]
    )


print(json.dumps([is_as_drawn(draw) for draw in json.load(sys.stdin)]))
