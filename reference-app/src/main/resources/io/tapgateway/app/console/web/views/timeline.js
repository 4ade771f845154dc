// What happens in the session, line by line, with filters that stand in the address.

import { callAddress, param, setParam } from "../address.js";
import { h, put } from "../dom.js";
import { empty, many, pretty, time } from "../parts.js";
import { on, state } from "../store.js";
import { happeningsOf, levelOf } from "../timelines.js";
import { windowedList } from "../windowed-list.js";

export const id = "timeline";
export const title = "Timeline";
export const about = "What happens in the session, in one order: who comes and goes, calls, progress, denials, questions, events, warnings, pairing codes.";

const LEVELS = ["info", "warning", "call", "denial", "question", "provider", "progress", "keep", "surface", "inject", "pairing"];

export function mount(body) {
  const hidden = (param("hide") ?? "").split(",");
  const shown = new Set(LEVELS.filter((level) => !hidden.includes(level)));
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search the timeline", oninput: () => show() });
  const source = h("select", { "aria-label": "Source", onchange: () => keep("source", source.value) });
  const total = h("span.muted", { "aria-live": "off" });
  const details = h("section.details", { "aria-label": "Selected line", hidden: true });
  const latest = h("button.latest", { hidden: true, onclick: () => list.toEnd() }, "Jump to the latest");
  const list = windowedList({
    id: "line",
    label: "Lines of the timeline",
    row: newRow,
    show: showLine,
    onSelect: (line) => {
      setParam("line", line && nameOf(line));
      showDetails(details, line);
    },
    onFollow: (follows) => (latest.hidden = follows),
  });
  const none = empty("Nothing here yet.");
  const chips = LEVELS.map((level) => chip(level, shown, () => keep("hide", LEVELS.filter((one) => !shown.has(one)).join(","))));
  put(
    body,
    h("div.filters", null, search, source, h("div.chips", { role: "group", "aria-label": "Levels" }, chips), total),
    h("div.timeline-frame", null, list.element, none, latest),
    details,
  );
  let seen = nothingSeen();
  let wanted = [];
  /** The line that the address names, until it is there. */
  let named = param("line");

  /** A filter stands in the address, so that it is still there after a reload. */
  function keep(name, value) {
    setParam(name, value);
    show();
  }

  /** Looks at the lines that have been added, or at all of them if others may fit by now. */
  function look(all) {
    const word = search.value.toLowerCase();
    const asked = [...shown, source.value, word].join("\n");
    if (all !== seen.all || all[0] !== seen.first || asked !== seen.asked) {
      seen = { ...nothingSeen(), all, first: all[0], asked };
      wanted = [];
    }
    for (const line of all.slice(seen.count)) {
      seen.sources.add(whose(line));
      if (
        shown.has(levelOf(line)) &&
        (!source.value || whose(line) === source.value) &&
        (!word || line.text.toLowerCase().includes(word) || line.source.toLowerCase().includes(word))
      ) {
        wanted.push(line);
      }
    }
    seen.count = all.length;
  }

  function show() {
    const all = state.session ? happeningsOf(state.session) : [];
    look(all);
    fillSources(source, [...seen.sources].sort(), param("source"));
    // The address may name somebody who was not among them before.
    look(all);
    total.textContent = wanted.length === all.length ? many(all.length, "line") : `${wanted.length.toLocaleString()} of ${many(all.length, "line")}`;
    none.hidden = wanted.length > 0;
    list.setItems(wanted);
    const found = named && wanted.find((line) => nameOf(line) === named);
    if (found) {
      named = null;
      list.select(found);
    }
  }

  const off = on(["timeline", "session"], show);
  return () => {
    off();
    list.close();
  };
}

function chip(level, shown, then) {
  const button = h("button.chip", { "aria-pressed": String(shown.has(level)), dataset: { level } }, level);
  button.addEventListener("click", () => {
    const on = !shown.has(level);
    if (on) {
      shown.add(level);
    } else {
      shown.delete(level);
    }
    button.setAttribute("aria-pressed", String(on));
    then();
  });
  return button;
}

/** What calls a line in the address: one of the gateway has a number there. */
function nameOf(line) {
  return String(line.seq ?? line.key);
}

/** Of an event of a stream, the provider whose stream it is. */
function whose(line) {
  return line.source.slice(line.source.lastIndexOf("@") + 1);
}

function nothingSeen() {
  return { all: null, first: null, asked: null, count: 0, sources: new Set() };
}

/** @param wanted what the address says, for as long as nothing has been chosen */
function fillSources(select, names, wanted) {
  const print = names.join("\n");
  if (print !== select.dataset.names) {
    const chosen = select.value || wanted;
    select.dataset.names = print;
    put(select, h("option", { value: "" }, "All sources"), names.map((name) => h("option", { value: name, selected: name === chosen }, name)));
  }
}

function newRow() {
  return h("div.tl-row", null, h("time"), h("span.level"), h("span.source"), h("span.text"));
}

function showLine(row, line) {
  const [clock, level, source, text] = row.children;
  row.dataset.level = levelOf(line);
  clock.textContent = time(line.ts);
  level.textContent = levelOf(line);
  source.textContent = line.source;
  text.textContent = line.text;
}

function showDetails(details, line) {
  details.hidden = !line;
  if (line) {
    put(
      details,
      h("h2", null, line.seq ? `Line ${line.seq}` : "Seen by this page"),
      h("dl", null, h("dt", null, "Time"), h("dd", null, time(line.ts, true)), h("dt", null, "Level"), h("dd", null, levelOf(line)), h("dt", null, "Source"), h("dd", null, line.source), line.callId && [h("dt", null, "Call"), h("dd", null, h("a", { href: callAddress(line.callId) }, line.callId))]),
      h("pre", { tabindex: "0" }, pretty(line.text)),
    );
  }
}
