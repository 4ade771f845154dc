// Every limit of the protocol, and how often things have happened.

import { get } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { since } from "../parts.js";
import { on, state } from "../store.js";

export const id = "limits";
export const title = "Limits";
export const about = "Counters since the gateway began, and every limit with what sets it. Monitors read the counters at /metrics.";

const EVERY = 2_000;
const TILES = [
  ["calls_in_flight", "calls in flight"],
  ["calls_queued", "calls waiting"],
  ["call_duration_seconds_count", "calls ended"],
  ["sessions", "sessions"],
  ["event_listeners", "listeners"],
];

export function mount(body) {
  const tiles = h("dl.tiles");
  const counters = h("tbody");
  const limits = h("tbody");
  const search = h("input", { type: "search", placeholder: "Find a limit", "aria-label": "Find a limit", oninput: () => showLimits() });
  put(
    body,
    tiles,
    h("details.card", { open: true }, h("summary", null, "Counters"), table("Counters", ["what", "value"], counters)),
    h("section.card.stack", null, h("div.card-head", null, h("h2", null, "Limits"), search), table("Limits", ["limit", "value", "set by"], limits)),
  );
  let all = [];

  function showLimits() {
    const word = search.value.toLowerCase();
    keyed(limits, all.filter((limit) => `${limit.name} ${limit.origin}`.toLowerCase().includes(word)), (limit) => limit.name, limitRow);
  }

  async function load() {
    if (state.link !== "live") {
      return;
    }
    try {
      if (all.length === 0) {
        all = (await get("/api/limits")).limits;
        showLimits();
      }
      const list = (await get("/api/counters")).counters;
      put(tiles, TILES.map(([name, text]) => tile(text, list.find((one) => one.name === name)?.value ?? "–")), tile("started", since(state.health.started)));
      const rows = list.filter((one) => !one.name.endsWith("_bucket") && one.name !== "info");
      keyed(counters, rows, (one) => `${one.name} ${JSON.stringify(one.labels)}`, counterRow);
    } catch {
      // The line is broken; whoever follows the events says so.
    }
  }

  const off = on(["link"], load);
  const clock = setInterval(load, EVERY);
  return () => {
    clearInterval(clock);
    off();
  };
}

function tile(name, value) {
  return h("div.tile.card", null, h("dt", null, name), h("dd", null, value));
}

function table(name, heads, rows) {
  return h("div.table-frame", { tabindex: "0", role: "region", "aria-label": name }, h("table", null, h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))), rows));
}

function counterRow(counter) {
  const labels = Object.entries(counter.labels).map(([label, value]) => h("span.tag", null, `${label} ${value}`));
  const value = Number(counter.value);
  return h("tr", { title: counter.help, dataset: { zero: value === 0 } }, h("td", null, counter.name.replaceAll("_", " "), " ", labels), h("td.number", null, Number.isInteger(value) ? value.toLocaleString() : value.toFixed(3)));
}

const UNITS = { count: "", bytes: "bytes", characters: "characters", millis: "ms" };

function limitRow(limit) {
  return h("tr", null, h("td.mono", null, limit.name), h("td.number", null, human(limit)), h("td.muted", null, limit.origin));
}

function human({ value, unit }) {
  if (unit === "bytes" && value >= 1_024 && value % 1_024 === 0) {
    return value % (1 << 20) === 0 ? `${value >> 20} MiB` : `${value >> 10} KiB`;
  }
  if (unit === "millis" && value >= 1_000 && value % 100 === 0) {
    return `${value / 1_000} s`;
  }
  return `${value.toLocaleString()} ${UNITS[unit]}`.trim();
}
