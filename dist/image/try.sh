#!/bin/sh
# Tries an image without a program for containers: unpacks its layers, and runs what it says in a sandbox of bubblewrap, with nothing
# writable but the home.
#   try.sh IMAGE.tar
set -eu

if ! command -v bwrap >/dev/null || ! command -v python3 >/dev/null; then
    echo "not tried, for want of bwrap or python3: $1"
    exit 0
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/image" "$place/root" "$place/home"
tar -xf "$1" -C "$place/image"

# Prints the files of the layers, then the environment, then the command, each part behind its name.
parts() {
    python3 - "$place/image" "$1" <<'PYTHON'
import json, pathlib, sys
image = pathlib.Path(sys.argv[1])
blob = lambda named: image / "blobs" / named["digest"].replace(":", "/")
manifest = json.loads(blob(json.loads((image / "index.json").read_text())["manifests"][0]).read_text())
config = json.loads(blob(manifest["config"]).read_text())["config"]
assert config["User"] == "65532:65532", config["User"]
print("\n".join({
    "layers": [str(blob(layer)) for layer in manifest["layers"]],
    "environment": config["Env"],
    "entrypoint": config["Entrypoint"],
    "arguments": config["Cmd"],
}[sys.argv[2]]))
PYTHON
}

for layer in $(parts layers); do
    tar --warning=no-unknown-keyword -xzf "$layer" -C "$place/root" --no-same-owner
done
mkdir -p "$place/root/proc" "$place/root/dev"

# In the sandbox, the image's command with other arguments; none means its own.
sandbox() {
    set -- $(parts entrypoint) "$@"
    # shellcheck disable=SC2046 # one word each
    env -i $(parts environment) bwrap --ro-bind "$place/root" / --proc /proc --dev /dev --bind "$place/home" /home/tap \
        --unshare-user --unshare-pid --unshare-net --uid 65532 --gid 65532 --chdir /home/tap --die-with-parent "$@"
}

sandbox --version
# The ports of its own network, so that it may have those of the standard.
# shellcheck disable=SC2046 # one word each
sandbox $(parts arguments) >"$place/out" &
gateway=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -s "$place/out" ] && break
    sleep 1
done
kill "$gateway"
grep '"type":"gateway_listening"' "$place/out"
