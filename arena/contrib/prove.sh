#!/usr/bin/env bash
# Tests `arena referee` with the real psyleague and CG Arena: installs both under a scratch prefix, plays at
# least 50 games in each, and checks the leagues' results.
#
# Usage: arena/contrib/prove.sh [PREFIX]    (default: target/foreign; needs cargo, python3 and the network)
set -euo pipefail
cd "$(dirname "$0")/../.."

prefix=$(realpath -m "${1:-target/foreign}")
contrib=$PWD/arena/contrib
games=50
mkdir -p "$prefix"

step() { printf '\n== %s ==\n' "$1"; }
fail() { echo "prove: $1" >&2; exit 1; }

step "the arena"
cargo build --release --package arena --quiet
export PATH="$(realpath target/release):$prefix/bin:$prefix/python/bin:$PATH"

# Three bots of different strength: the example, and two that always play the first or the last action.
bots=$prefix/bots
mkdir -p "$bots"
cp "$contrib/example-bot.rs" "$bots/example.rs"
sed 's/max_by_key(|name| value(name))/next()/' "$contrib/example-bot.rs" >"$bots/first.rs"
sed 's/max_by_key(|name| value(name))/last()/' "$contrib/example-bot.rs" >"$bots/last.rs"

step "psyleague"
[ -x "$prefix/python/bin/psyleague" ] || {
    python3 -m venv "$prefix/python"
    "$prefix/python/bin/pip" install --quiet psyleague==0.4.1
}
league=$prefix/psyleague
rm -rf "$league"
mkdir -p "$league"
cp "$contrib/psyleague/psyleague.cfg" "$league"
(
    cd "$league"
    for bot in example first last; do
        psyleague bot add "$bot" --src "$bots/$bot.rs" >/dev/null
    done
    psyleague run --games "$games" --silent
    psyleague show
    python3 - "$games" <<'PYTHON'
import json, sys
games = [json.loads(line) for line in open("psyleague.games")]
assert len(games) >= int(sys.argv[1]), len(games)
for game in games:
    assert sorted(game["ranks"]) in ([0, 0], [0, 1]) and game["errors"] == [0, 0], game
    assert "seed" in game["test_data"] and all("value" in data for data in game["player_data"]), game
print(f"{len(games)} games, no errors, every bot's values arrived")
PYTHON
) || fail "psyleague"

step "CG Arena"
[ -x "$prefix/bin/cgarena" ] || cargo install cgarena --version 1.4.2 --locked --quiet --root "$prefix"
arena=$prefix/cgarena
rm -rf "$arena"
mkdir -p "$arena"
sed 's/^port = .*/port = 0/' "$contrib/cgarena/cgarena_config.toml" >"$arena/cgarena_config.toml"
cgarena run "$arena" >"$arena/output.txt" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
failed() {
    cat "$arena/cgarena.log" >&2
    fail "CG Arena"
}
python3 - "$games" "$arena/output.txt" "$bots" <<'PYTHON' || failed
import json, pathlib, re, sys, time, urllib.request

wanted, output, bots = int(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
deadline = time.monotonic() + 600

def wait(what, look):
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(0.5)
    sys.exit(f"CG Arena: waited in vain for {what}")

server = wait("its address", lambda: re.search(r"http://localhost:\d+", output.read_text())).group()

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()

for name, role in [("first", "benchmark"), ("last", "benchmark"), ("example", "candidate")]:
    source = (bots / f"{name}.rs").read_text()
    call("/api/bots", {"name": name, "source_code": source, "language": "rust", "role": role})

def status():
    return json.loads(call("/api/status"))

def enough():
    now = status()
    broken = [build for bot in now["bots"] for build in bot["builds"] if build["stderr"]]
    assert not broken, broken
    return now if now["leaderboards"] and now["leaderboards"][0]["total_matches"] >= wanted else None

final = wait(f"{wanted} games", enough)
for bot in final["bots"]:
    assert bot["matches_with_error"] == 0, bot
    print(f"{bot['name']:8} {bot['role']:10} {bot['matches_played']} games")

matches = json.loads(call("/api/matches?filter=&including_bots=&offset=0&limit=1"))["matches"]
viewer = json.loads(call(f"/api/matches/{matches[0]['id']}/replay"))
page = call(viewer["viewer_url"]).decode()
assert page.startswith("<!DOCTYPE html>") and "bots/" in page, page[:200]
print(f"{final['leaderboards'][0]['total_matches']} games, no errors, and a game can be watched")
PYTHON

echo
echo "both leagues run with our referee"
