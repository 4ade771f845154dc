// What the keyboard does in every view.

import { h, put } from "./dom.js";
import { state } from "./store.js";

const MOST = 12;

const HELP = [
  ["Ctrl K", "find a view, a tool, a provider or a session"],
  ["/", "search in this view"],
  ["↑ ↓", "go along a list"],
  ["y  n", "approve or deny the oldest question"],
  ["Esc", "close what is open over the view"],
  ["?", "this help"],
];

/** @returns what ends it */
export function keyboard(views, goToSession) {
  const finder = findDialog(views, goToSession);
  const help = helpDialog();
  document.body.append(finder.element, help);
  const onKey = (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      finder.open();
    } else if (isPlain(event) && !isTyping(event.target)) {
      onPlainKey(event, help);
    }
  };
  addEventListener("keydown", onKey);
  return () => {
    removeEventListener("keydown", onKey);
    finder.element.remove();
    help.remove();
  };
}

export function isPlain(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

export function isTyping(element) {
  return element.matches?.("input, textarea, select, [contenteditable]") ?? false;
}

function onPlainKey(event, help) {
  if (event.key === "?") {
    help.showModal();
  } else if (event.key === "/") {
    const search = document.querySelector("main input[type=search]");
    if (search) {
      event.preventDefault();
      search.focus();
    }
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    goAlong(event);
  }
}

/** What can be gone along in each kind of list. */
const ROWS = { nav: "a", ".picks": "a", ".waterfall": ".trace-tool", ".events": ".event" };

/** From one row of a list to the next. */
function goAlong(event) {
  const [list, row] = Object.entries(ROWS).find(([one]) => event.target.closest?.(one)) ?? [];
  const rows = list ? [...event.target.closest(list).querySelectorAll(row)] : [];
  const next = rows[rows.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
  if ((rows.includes(event.target) || event.target.matches(list)) && next) {
    event.preventDefault();
    next.focus();
  }
}

function helpDialog() {
  const close = h("button", { onclick: () => dialog.close() }, "Close");
  const dialog = h(
    "dialog.over",
    { "aria-label": "Keys" },
    h("h2", null, "Keys"),
    h("dl.keys", null, HELP.map(([key, about]) => [h("dt", null, h("kbd", null, key)), h("dd", null, about)])),
    h("div.actions", null, close),
  );
  return dialog;
}

function findDialog(views, goToSession) {
  const list = h("ul.picks", { "aria-label": "What there is" });
  const search = h("input", { type: "search", "aria-label": "Go to", placeholder: "Go to a view, tool, provider, session …", oninput: () => show(), onkeydown: (event) => onKey(event) });
  const dialog = h("dialog.over", { "aria-label": "Go to", onclick: (event) => event.target === dialog && dialog.close() }, search, list);

  function show() {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = targets().filter(({ kind, name }) => words.every((word) => `${kind} ${name}`.toLowerCase().includes(word)));
    put(list, found.slice(0, MOST).map(row), found.length === 0 && h("li.muted", null, "Nothing of that name."));
  }

  function targets() {
    return [
      ...views.map((view) => ({ kind: "view", name: view.title, href: `#/${view.id}` })),
      ...state.tools.map((tool) => ({ kind: "tool", name: tool.name, href: `#/tools/${encodeURIComponent(tool.name)}` })),
      ...state.streams.map((stream) => ({ kind: "stream", name: stream.name, href: `#/streams/${encodeURIComponent(stream.name)}` })),
      ...state.providers.map((provider) => ({ kind: "provider", name: provider.name ?? "not bound", href: "#/providers" })),
      ...state.sessions.map((session) => ({ kind: "session", name: session.id, go: () => goToSession(session.id) })),
    ];
  }

  function row({ kind, name, href, go }) {
    const follow = (event) => {
      if (go) {
        event.preventDefault();
        go();
      }
      dialog.close();
    };
    return h("li", null, h("a.pick", { href: href ?? "#", onclick: follow }, h("span.pick-name", null, name), h("span.pick-sub", null, kind)));
  }

  function onKey(event) {
    const first = list.querySelector("a");
    if (event.key === "Enter") {
      first?.click();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      first?.focus();
    }
  }

  return {
    element: dialog,
    open() {
      search.value = "";
      show();
      dialog.showModal();
    },
  };
}
