// The streams of the session: what providers push, newest first, as it comes.

import { named } from "../address.js";
import { get, of } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { onPush } from "../live.js";
import { attempt, empty, many, pretty, time } from "../parts.js";
import { on, state } from "../store.js";

export const id = "streams";
export const title = "Streams";
export const about = "What providers push. Each stream keeps its newest events; what is surfaced or injected is on the timeline as well.";
export const countKeys = ["streams"];
export const count = () => state.streams.length;

const SHOWN = 200;
const LEVELS = ["keep", "surface", "inject"];

export function mount(body) {
  const list = h("ul.picks", { "aria-label": "Streams" });
  const none = empty("Nobody has pushed anything.");
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search the events", oninput: () => show() });
  const level = h("select", { "aria-label": "Level", dataset: { param: "level" }, onchange: () => show() }, h("option", { value: "" }, "All levels"), LEVELS.map((one) => h("option", { value: one }, one)));
  const complaint = h("p.complaint", { role: "alert" });
  const events = h("ol.events", { "aria-label": "Events, newest first", tabindex: "0" });
  const nothing = h("p.muted");
  const caption = h("h2.mono");
  const panel = h("section.panel", { "aria-label": "Events", hidden: true }, h("div", null, caption, h("div.filters", null, search, level), complaint, events, nothing));
  put(body, h("div.split", null, h("div.split-list", null, list, none), panel));
  let shown = null;
  let entries = [];
  let incoming = [];
  let frame = null;

  function chosen() {
    return named() ?? state.streams[0]?.name ?? null;
  }

  function showList() {
    const name = chosen();
    none.hidden = state.streams.length > 0;
    keyed(list, state.streams.map((stream) => ({ ...stream, chosen: stream.name === name })), (stream) => stream.name, pick);
    const print = `${state.session} ${name}`;
    panel.hidden = !state.streams.some((stream) => stream.name === name);
    if (print !== shown) {
      shown = print;
      entries = [];
      incoming = [];
      show();
      if (name && !panel.hidden) {
        caption.textContent = name;
        load(name, print);
      } else {
        shown = null;
      }
    }
  }

  function load(name, print) {
    return attempt(search, complaint, async () => {
      const answer = await get(`${of(state.session, "streams", name)}?last=${SHOWN}`);
      if (print === shown) {
        merge(answer.entries);
      }
    });
  }

  function merge(more) {
    const known = new Map([...entries, ...more].map((entry) => [entry.seq, entry]));
    entries = [...known.values()].sort((one, other) => other.seq - one.seq).slice(0, SHOWN);
    show();
  }

  /** However many come, the list is shown once a frame; while nobody looks there are no frames. */
  function collect(push) {
    incoming.push(push);
    if (incoming.length >= 2 * SHOWN) {
      incoming = incoming.slice(-SHOWN);
    }
    frame ??= requestAnimationFrame(() => {
      frame = null;
      merge(incoming.splice(0));
    });
  }

  function show() {
    const word = search.value.toLowerCase();
    const wanted = entries.filter(
      (entry) => (!level.value || entry.level === level.value) && (!word || JSON.stringify([entry.event, entry.metadata]).toLowerCase().includes(word)),
    );
    keyed(events, wanted, (entry) => entry.seq, eventRow);
    nothing.textContent = wanted.length > 0 ? "" : entries.length > 0 ? "Nothing fits." : "No events.";
  }

  const offs = [
    on(["streams", "session"], showList),
    onPush((push) => `${push.session} ${push.stream}` === shown && collect(push)),
    // After the line was broken something may be missing.
    on(["link"], () => state.link === "live" && shown && load(chosen(), shown)),
  ];
  addEventListener("hashchange", showList);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener("hashchange", showList);
    offs.forEach((off) => off());
  };
}

function pick(stream) {
  const [name, provider] = stream.name.split("@");
  return h(
    "li",
    null,
    h(
      "a.pick",
      { href: `#/streams/${encodeURIComponent(stream.name)}`, "aria-current": stream.chosen ? "true" : null },
      h("span.pick-name", null, name),
      h("span.pick-sub", null, provider, h("span", null, many(stream.count, "event"))),
    ),
  );
}

function eventRow(entry) {
  return h(
    "li.event",
    { dataset: { level: entry.level }, tabindex: "-1" },
    h("time.mono.muted", null, time(entry.ts)),
    h("span.level", null, entry.level),
    h("span.event-text", null, entry.event),
    entry.metadata && h("details", null, h("summary", null, "Metadata"), h("pre", { tabindex: "0" }, pretty(entry.metadata))),
  );
}
