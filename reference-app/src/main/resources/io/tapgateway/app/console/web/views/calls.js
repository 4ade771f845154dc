// The calls of the session as a waterfall: how long the gates took, how long it waited, how long its provider worked.

import { h, keyed, put } from "../dom.js";
import { duration, empty, time } from "../parts.js";
import { on, state } from "../store.js";
import { callsOf } from "../traces.js";

export const id = "calls";
export const title = "Calls";
export const about = "Where the time of each call went: gates, queue, work. What was said in it is not kept.";

const PHASES = [
  ["gates", "in the gates"],
  ["queue", "waiting for a place"],
  ["work", "at the provider"],
];
const SHOWN = 100;

export function mount(body) {
  const filter = h("select", { "aria-label": "Result", onchange: () => show() }, ["All results", "Running", "Succeeded", "Failed"].map((name) => h("option", { value: name }, name)));
  const tool = h("input", { type: "search", placeholder: "Tool or provider", "aria-label": "Tool or provider", oninput: () => show() });
  const legend = h("ul.legend", { "aria-label": "Colours" }, PHASES.map(([phase, text]) => h("li", null, h("span.swatch", { dataset: { phase } }), text)));
  const rows = h("ol.waterfall", { "aria-label": "Calls, newest first" });
  const none = empty("No call yet.", h("p.muted", null, h("a", { href: "#/tools" }, "Call a tool"), " to see one."));
  put(body, h("div.filters", null, tool, filter, legend), rows, none);

  function show() {
    const word = tool.value.toLowerCase();
    const wanted = callsOf(state.session)
      .filter((call) => FILTERS[filter.value](call) && `${call.tool} ${call.provider ?? ""}`.toLowerCase().includes(word))
      .slice(0, SHOWN);
    none.hidden = wanted.length > 0;
    const longest = Math.max(1_000, ...wanted.map(total));
    keyed(rows, wanted.map((call) => ({ call, longest: call.phase === "ended" ? longest : Math.max(longest, total(call)), micros: total(call) })), (item) => item.call.callId, row);
  }

  const off = on(["calls", "session"], show);
  // The bars of calls that run grow.
  const clock = setInterval(() => callsOf(state.session).some((call) => call.phase !== "ended") && show(), 250);
  return () => {
    clearInterval(clock);
    off();
  };
}

const FILTERS = {
  "All results": () => true,
  Running: (call) => call.phase !== "ended",
  Succeeded: (call) => call.ok === true,
  Failed: (call) => call.ok === false,
};

function micros(call, phase) {
  const running = phase === "work" && call.phase !== "ended" ? (Date.now() - call.seenAt) * 1_000 : 0;
  return (call[`${phase}Micros`] ?? 0) + running;
}

function total(call) {
  return PHASES.reduce((sum, [phase]) => sum + micros(call, phase), 0);
}

function row({ call, longest, micros: sum }) {
  const result = call.phase !== "ended" ? "running" : call.ok ? "ok" : call.errorCode;
  const parts = PHASES.filter(([phase]) => micros(call, phase) > 0);
  const spoken = parts.map(([phase, text]) => `${short(micros(call, phase))} ${text}`).join(", ");
  const bars = parts.map(([phase]) => {
    const bar = h("span.bar", { dataset: { phase } });
    bar.style.width = `${(100 * micros(call, phase)) / longest}%`;
    return bar;
  });
  return h(
    "li.trace",
    { dataset: { result: call.phase !== "ended" ? "running" : call.ok ? "ok" : "failed" }, title: spoken },
    h("time.mono.muted", null, time(call.askedAt)),
    h("span.trace-tool", null, h("strong.mono", null, call.tool), " ", h("span.muted", null, call.provider ?? "never sent")),
    h("span.bars", { role: "img", "aria-label": spoken || "no time at all" }, bars),
    h("span.trace-time", null, short(sum)),
    h("span.badge", { dataset: { result: call.ok === false ? "bad" : call.phase === "ended" ? "good" : "blue" } }, result),
    call.error && h("p.error.trace-error", null, call.error),
  );
}

function short(value) {
  return value < 1_000 ? `${value} µs` : duration(value / 1_000);
}
