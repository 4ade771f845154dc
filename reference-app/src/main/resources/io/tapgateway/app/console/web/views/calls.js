// The calls of the session as a waterfall: how long interceptors and gates took, how long it waited for a person and for a place, how long its provider worked.

import { param, setParam } from "../address.js";
import { get, post } from "../api.js";
import { callDetail } from "../call-detail.js";
import { h, keyed, put } from "../dom.js";
import { attempt, empty, many, short, time } from "../parts.js";
import { on, state } from "../store.js";
import { callsOf, microsOf, phaseOf, PHASES } from "../traces.js";

export const id = "calls";
export const title = "Calls";
export const about = "Where the time of each call went: interceptors, gates, a person, queue, work; and what was said in it, if that is recorded.";

const SHOWN = 100;

/** Between the calls that the address names. */
const SEPARATOR = ",";
const RESULTS = [
  ["", "All results"],
  ["running", "Not ended"],
  ["succeeded", "Succeeded"],
  ["failed", "Failed"],
];
const ORDERS = [
  ["", "Newest first"],
  ["slowest", "Slowest first"],
];

export function mount(body) {
  const filter = h("select", { "aria-label": "Result", dataset: { param: "result" }, onchange: () => show() }, RESULTS.map(([value, text]) => h("option", { value }, text)));
  const order = h("select", { "aria-label": "Order", dataset: { param: "order" }, onchange: () => show() }, ORDERS.map(([value, text]) => h("option", { value }, text)));
  const tool = h("input", { type: "search", placeholder: "Tool or provider", "aria-label": "Tool or provider", oninput: () => show() });
  const legend = h("ul.legend", { "aria-label": "Colours" }, PHASES.map(([phase, text]) => h("li", null, h("span.swatch", { dataset: { phase } }), text)));
  const rows = h("ol.waterfall", { "aria-label": "Calls" });
  const none = empty("No call yet.", h("p.muted", null, h("a", { href: "#/tools" }, "Call a tool"), " to see one."));
  /** The details that are open, by call; each stays the same element until its call has ended. */
  const details = new Map();
  put(body, h("div.filters", null, tool, filter, order, legend), recording(), rows, none);

  /** Those that the address names, until they are there. */
  const named = new Set((param("call") ?? "").split(SEPARATOR));

  function toggle(call) {
    if (!details.delete(call.callId)) {
      open(call);
    }
    setParam("call", [...details.keys()].join(SEPARATOR));
    show();
  }

  function open(call) {
    details.set(call.callId, { phase: stage(call), element: callDetail(call) });
  }

  function detailOf(call) {
    const detail = details.get(call.callId);
    if (detail && detail.phase !== stage(call)) {
      detail.phase = stage(call);
      detail.element = callDetail(call);
    }
    return detail?.element;
  }

  function show() {
    callsOf(state.session)
      .filter((call) => named.delete(call.callId))
      .forEach(open);
    const word = tool.value.toLowerCase();
    const found = callsOf(state.session)
      .filter((call) => FILTERS[filter.value](call) && `${call.tool} ${call.provider ?? ""}`.toLowerCase().includes(word));
    if (order.value === "slowest") {
      found.sort((one, other) => total(other) - total(one));
    }
    const wanted = found.slice(0, SHOWN);
    none.hidden = wanted.length > 0;
    const longest = Math.max(1_000, ...wanted.map(total));
    keyed(rows, wanted.map((call) => ({ call, longest: call.phase === "ended" ? longest : Math.max(longest, total(call)), micros: total(call), open: details.has(call.callId) })), (item) => item.call.callId, (item) => row(item, detailOf(item.call), toggle));
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
  "": () => true,
  running: (call) => call.phase !== "ended",
  succeeded: (call) => call.ok === true,
  failed: (call) => call.ok === false,
};

/** Where it is, or that it has ended. */
function stage(call) {
  return call.phase === "ended" ? "ended" : phaseOf(call);
}

function total(call) {
  return PHASES.reduce((sum, [phase]) => sum + microsOf(call, phase), 0);
}

/** What a row says of a call that has not ended. */
const STAGES = { interceptors: "at interceptors", gates: "at gates", person: "at a person", queue: "queued", work: "running" };

/** Whether what is said is recorded, and a switch. */
function recording() {
  const complaint = h("p.complaint", { role: "alert" });
  const extent = h("span.muted");
  const box = h("input", { type: "checkbox", id: "recording", onchange: () => attempt(box, complaint, () => post("/api/recording", { on: box.checked }).then(tell)) });

  function tell(state) {
    box.checked = state.on;
    put(extent, state.on ? `${many(state.calls, "call")} in memory; switched off, they are forgotten.` : "Off: arguments and outcomes of calls are not kept.");
  }

  attempt(box, complaint, () => get("/api/recording").then(tell));
  return h("div.recording", null, h("label.check", { for: "recording" }, box, "Record what is said in calls"), extent, complaint);
}

function row({ call, longest, micros: sum, open }, detail, toggle) {
  const result = call.phase !== "ended" ? STAGES[phaseOf(call)] : call.ok ? "ok" : call.errorCode;
  const parts = PHASES.filter(([phase]) => microsOf(call, phase) > 0);
  const spoken = parts.map(([phase, text]) => `${short(Math.round(microsOf(call, phase)))} ${text}`).join(", ");
  const bars = parts.map(([phase]) => {
    const bar = h("span.bar", { dataset: { phase } });
    bar.style.width = `${(100 * microsOf(call, phase)) / longest}%`;
    return bar;
  });
  return h(
    "li.trace",
    { dataset: { result: call.phase !== "ended" ? "running" : call.ok ? "ok" : "failed" }, title: spoken },
    h("time.mono.muted", null, time(call.askedAt)),
    h("button.trace-tool", { type: "button", "aria-expanded": String(open), onclick: () => toggle(call) }, h("strong.mono", null, call.tool), " ", h("span.muted", null, call.provider ?? "never sent")),
    h("span.bars", { role: "img", "aria-label": spoken || "no time at all" }, bars),
    h("span.trace-time", null, short(sum)),
    h("span.badge", { dataset: { result: call.ok === false ? "bad" : call.phase === "ended" ? "good" : "blue" } }, result),
    call.error && !open && h("p.error.trace-error", null, call.error),
    open && h("div.trace-detail", null, detail),
  );
}
