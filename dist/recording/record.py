#!/usr/bin/env python3
"""Records a real run of the program and of Claude Code as a moving picture.

    mvn -q package -DskipTests                        # the program and the examples
    dist/recording/record.py docs/recording.svg

Each command is run by a shell, in a home of its own that is thrown away, and what it prints appears when it was printed. The way to
that home is shortened as a prompt would, and the time in which nothing happens; all else is as it was. The agent is the one that its
makers publish, fetched with npm; it talks to a model on loopback (model.py) that wants to push and says what came of it. Needs Linux,
Python 3.9, npm and git. It writes some 4 KB.
"""

import functools
import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

import model

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS, LINE, TOP, LEFT = 112, 19, 46, 18
TYPED = 0.025  # seconds for each character that is typed
LOOKED_AT = 1.2  # seconds before the next command
LONGEST = 2.0  # seconds of waiting that are shown
PATIENCE = 60

AGENT = "@anthropic-ai/claude-code@2.1.330"
AGENTS = ROOT / "dist" / "target" / "agents"

# What a project brings along; who has a copy of the examples has this guardian.
CONFIG = """{"providers": [{"name": "ci-guardian",
  "command": ["java", "-cp", "guardian/*", "io.tapgateway.examples.guardian.GuardianMain"]}]}
"""
RED = '{"branch":"main","state":"failed","run":17}'
GREEN = '{"branch":"main","state":"passed","run":18}'

SCENES = [
    "cat tap.config.json",
    "tapgateway connect claude --approve-config",
    f"echo '{RED}' > ci.json",
    "claude -p 'Push what is committed.' --allowedTools Bash",
    f"echo '{GREEN}' > ci.json",
    "claude -p 'Push what is committed.' --allowedTools Bash",
    "tapgateway connect claude --remove",
    "tapgateway stop",
]


def environment(place, model):
    """A home of its own with the program and the agent on the path."""
    (place / "bin").mkdir()
    (place / "bin" / "tapgateway").symlink_to(ROOT / "tapgateway")
    # The program itself is in a package for each kind of machine.
    (place / "bin" / "claude").symlink_to(next(AGENTS.glob("node_modules/@anthropic-ai/claude-code-*/claude")))
    kept = {name: os.environ[name] for name in ("JAVA_HOME", "LANG") if name in os.environ}
    return {
        **kept, "HOME": str(place), "PATH": f"{place / 'bin'}:{os.environ['PATH']}", "COLUMNS": str(COLUMNS),
        "ANTHROPIC_BASE_URL": model, "ANTHROPIC_API_KEY": "dummy", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1",
        "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}


def project(place, env):
    """A repository with something to push, and what it brings along."""
    work = place / "shop"
    work.mkdir()
    shutil.copytree(ROOT / "examples/java/target/lib", work / "guardian")
    (work / "tap.config.json").write_text(CONFIG, encoding="utf-8")
    run = functools.partial(subprocess.run, env=env, cwd=work, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run(["git", "init", "--bare", "-q", "-b", "main", str(place / "origin.git")])
    run(["git", "init", "-q", "-b", "main"])
    run(["git", "commit", "-q", "--allow-empty", "-m", "Open the shop"])
    run(["git", "remote", "add", "origin", str(place / "origin.git")])
    return work


def play(command, place, work, env):
    """Runs it; returns its lines, each with the seconds after which it came."""
    begun = time.monotonic()
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=work, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    end = threading.Timer(PATIENCE, process.kill)
    end.start()
    lines = [
        (time.monotonic() - begun, line.rstrip("\n").replace(str(work), "~/shop").replace(str(place), "~"))
        for line in process.stdout]
    end.cancel()
    if process.wait() != 0:
        raise SystemExit(f"'{command}' ended with {process.returncode}: {lines}")
    return lines


def record(place, model):
    """The lines of the picture: when each begins, whether somebody types it, and its text."""
    env = environment(place, model)
    work = project(place, env)
    subprocess.run(["tapgateway", "--version"], env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    picture, clock = [], 0.5
    try:
        for command in SCENES:
            picture.append((clock, True, "$ " + command))
            clock += TYPED * len(command)
            before = 0.0
            for after, text in play(command, place, work, env):
                clock += min(after - before, LONGEST)
                before = after
                picture.extend((clock, False, line) for line in textwrap.wrap(text, COLUMNS) or [""])
            clock += LOOKED_AT
        return picture
    finally:
        subprocess.run(["tapgateway", "stop"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def draw(picture):
    """Lines appear one after the other; who wants no motion sees all of them at once."""
    height = TOP + LINE * len(picture) + 12
    width = LEFT * 2 + int(COLUMNS * 8.45)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">',
        '<title id="title">A terminal: Claude Code is connected, a guardian denies its push while CI is red, and allows it later</title>',
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
        kind = ' class="typed"' if typed else ' class="no"' if "enied" in text else ""
        parts.append(
            f'<text x="{LEFT}" y="{TOP + LINE * row}"{kind} style="animation-delay:{when:.2f}s">{html.escape(text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", str(AGENTS), AGENT], check=True)
    place = pathlib.Path(tempfile.mkdtemp(prefix="recording-"))
    try:
        with model.serve() as url:
            pathlib.Path(sys.argv[1]).write_text(draw(record(place, url)), encoding="utf-8")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
