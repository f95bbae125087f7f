#!/usr/bin/python3
"""A whole optimizer without any library: random search. `rootward run CONFIG --optimizer "scripts/optimizers/random_search.py 1"`"""
import json, random, sys

rng, told = random.Random(int(sys.argv[1]) if sys.argv[1:] else 1), []
def draw(low, high, scale="linear", **_):
    if scale == "log": return min(high, max(low, low * (high / low) ** rng.random()))
    return rng.randint(int(low), int(high)) if scale == "integer" else rng.uniform(low, high)
for request in map(json.loads, sys.stdin):
    reply = {"ok": True}
    if request["op"] == "space": space = request["parameters"]
    elif request["op"] == "ask": reply = {"id": request["id"], "params": {p["name"]: [draw(**p) for _ in range(p["count"])] if p.get("count") else draw(**p) for p in space}}
    elif request["op"] == "tell": told.append({key: request[key] for key in ("params", "mean", "stderr")})
    elif request["op"] == "best": reply = max(told, key=lambda result: result["mean"]) if told else {"error": "nothing has been told yet"}
    print(json.dumps(reply), flush=True)
