#!/usr/bin/env python3
"""Records a real run of the program as a moving picture.

    mvn -q package -DskipTests                        # the program and the examples
    dist/recording/record.py docs/recording.svg

Each command is run by a shell, in a home of its own that is thrown away, and what it prints appears when it was printed. The way to
that home is shortened as a prompt would, and the time in which nothing happens; all else is as it was. Needs Linux and Python 3.9, and nothing
that the program does not need. It writes some 4 KB.
"""

import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS, LINE, TOP, LEFT = 112, 19, 46, 18
TYPED = 0.025  # seconds for each character that is typed
LOOKED_AT = 1.2  # seconds before the next command
LONGEST = 2.0  # seconds of waiting that are shown
PATIENCE = 60

# A command, and what it says when the next one may begin; it goes on in the background then.
SCENES = [
    ("tapgateway start --session main", None),
    ("tapgateway provide --tool disk --description 'How full the disk is' -- df -h --output=pcent / &", "joined"),
    ("tapgateway call --raw disk                       # as the agent would", None),
    ("""echo '{"branch":"main","state":"failed","run":17}' > ci.json""", None),
    ("tapgateway spawn ci-guardian java -cp 'guardian/*' io.tapgateway.examples.guardian.GuardianMain &", "joined"),
    ("""tapgateway check shell '{"command":"git push"}'  # as the agent's hook would""", None),
    ("kill -9 $(pgrep -f GuardianMain)                 # who guards something opens nothing by dying", None),
    ("""tapgateway check shell '{"command":"git push"}'""", None),
    ("tapgateway stop", None),
]


def environment(place):
    """A home of its own, and the program on the path."""
    (place / "bin").mkdir()
    (place / "bin" / "tapgateway").symlink_to(ROOT / "tapgateway")
    shutil.copytree(ROOT / "examples/java/target/lib", place / "guardian")
    kept = {name: os.environ[name] for name in ("JAVA_HOME", "LANG") if name in os.environ}
    return {**kept, "HOME": str(place), "PATH": f"{place / 'bin'}:{os.environ['PATH']}", "COLUMNS": str(COLUMNS)}


def play(command, until, place, env, started):
    """Runs it; returns its lines, each with the seconds after which it came."""
    begun = time.monotonic()
    process = subprocess.Popen(
        ["bash", "-c", command.rstrip(" &")], cwd=place, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    started.append(process)
    lines, ready = [], threading.Event()

    def read():
        for line in process.stdout:
            lines.append((time.monotonic() - begun, line.rstrip("\n").replace(str(place), "~")))
            if until is not None and until in line:
                ready.set()
        ready.set()

    threading.Thread(target=read, daemon=True).start()
    if not ready.wait(PATIENCE):
        raise SystemExit(f"'{command}' did not come to its end")
    if until is not None and process.poll() is not None:
        raise SystemExit(f"'{command}' ended: {lines}")
    return list(lines)


def guardians(place):
    """What pgrep would find, but only of this recording."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"GuardianMain" in (process / "cmdline").read_bytes() and (process / "cwd").resolve() == place.resolve():
                found.append(process.name)
        except OSError:
            pass  # it has ended, or is somebody else's
    return " ".join(found)


def record(place):
    """The lines of the picture: when each begins, whether somebody types it, and its text."""
    env = environment(place)
    subprocess.run(["tapgateway", "--version"], env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    picture, clock, started = [], 0.5, []
    try:
        for command, until in SCENES:
            picture.append((clock, True, "$ " + command))
            clock += TYPED * len(command)
            before = 0.0
            for after, text in play(command.replace("$(pgrep -f GuardianMain)", guardians(place)), until, place, env, started):
                clock += min(after - before, LONGEST)
                before = after
                for start in range(0, max(len(text), 1), COLUMNS):
                    picture.append((clock, False, text[start:start + COLUMNS]))
            clock += LOOKED_AT
        return picture
    finally:
        subprocess.run(["tapgateway", "stop"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        for process in started:
            if process.poll() is None:
                process.terminate()
                process.wait(PATIENCE)


def draw(picture):
    """Lines appear one after the other; who wants no motion sees all of them at once."""
    height = TOP + LINE * len(picture) + 12
    width = LEFT * 2 + int(COLUMNS * 8.45)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">',
        '<title id="title">A terminal: a command becomes a tool, an agent calls it, and a guardian denies a push</title>',
        "<style>",
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6deeb;white-space:pre}",
        ".typed{fill:#7fdbca}.no{fill:#ff8f8f}",
        "@media (prefers-reduced-motion:no-preference){text{opacity:0;animation:come 1ms forwards}}",
        "@keyframes come{to{opacity:1}}",
        "</style>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#0b1220"/>',
        '<g fill="#3b4a63"><circle cx="22" cy="20" r="6"/><circle cx="42" cy="20" r="6"/><circle cx="62" cy="20" r="6"/></g>',
    ]
    for row, (when, typed, text) in enumerate(picture):
        kind = ' class="typed"' if typed else ' class="no"' if text.startswith("denied") else ""
        parts.append(
            f'<text x="{LEFT}" y="{TOP + LINE * row}"{kind} style="animation-delay:{when:.2f}s">{html.escape(text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    place = pathlib.Path(tempfile.mkdtemp(prefix="recording-"))
    try:
        pathlib.Path(sys.argv[1]).write_text(draw(record(place)), encoding="utf-8")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
