// Numbers of the session as pictures: how many calls, how long they took, what failed, who is busy, and what streams measure.

import { get, of } from "../api.js";
import { bars, columns, course, short, waterfall } from "../charts.js";
import { h, put } from "../dom.js";
import { empty, providerName } from "../parts.js";
import { on, state } from "../store.js";
import { callsOf, PHASES } from "../traces.js";

export const id = "numbers";
export const title = "Numbers";
export const about = "How much, how fast, what failed: of the newest calls that this page knows, and of what streams measure.";

const MINUTES = 30;
const MINUTE = 60_000;
const TOOLS = 12;
const ROWS = 15;
const EVENTS = 200;
const STREAMS = 8;
const OFTEN = 1_000;

export function mount(body) {
  const calls = h("div.charts");
  const busy = h("div.charts");
  const measured = h("div.charts");
  const none = empty("No call has ended yet.");
  put(body, none, calls, busy, measured);
  let wanted = 0;

  function showCalls() {
    const ended = callsOf(state.session).filter((call) => call.phase === "ended");
    none.hidden = ended.length > 0;
    put(calls, ended.length > 0 && [perMinute(ended), perTool(ended), errors(ended), latest(ended)]);
  }

  function showBusy() {
    const here = state.providers.filter((one) => one.sessionId === state.session && one.inFlight + one.queued > 0);
    const items = here.map((one) => ({ name: providerName(one), parts: [{ kind: "in flight", value: one.inFlight }, { kind: "queued", value: one.queued }] }));
    put(busy, items.length > 0 && bars("In flight and queued, now", items));
  }

  /** What comes late for a session that is not shown any more is dropped. */
  async function showMeasured() {
    const mine = ++wanted;
    const streams = state.streams.slice(0, STREAMS);
    const found = await Promise.all(streams.map((stream) => courses(stream.name))).catch(() => []);
    if (mine === wanted) {
      put(measured, found.flat());
    }
  }

  const drawings = [seldom(showCalls, OFTEN), seldom(showBusy, OFTEN), seldom(showMeasured, 4 * OFTEN)];
  const offs = [on(["calls", "session"], drawings[0].run), on(["providers", "session"], drawings[1].run), on(["streams", "session"], drawings[2].run)];
  // Minutes pass without calls as well.
  const clock = setInterval(showCalls, MINUTE / 4);
  return () => {
    wanted++;
    clearInterval(clock);
    offs.forEach((off) => off());
    drawings.forEach((drawing) => drawing.end());
  };
}

/** However often it is asked for: at once, and then once in a while. */
function seldom(work, pause) {
  let timer = null;
  let again = false;
  const run = () => {
    again = timer !== null;
    if (timer === null) {
      work();
      timer = setTimeout(() => {
        timer = null;
        if (again) {
          run();
        }
      }, pause);
    }
  };
  return { run, end: () => clearTimeout(timer) };
}

function perMinute(ended) {
  const now = Math.floor(Date.now() / MINUTE);
  const items = Array.from({ length: MINUTES }, (_, place) => ({
    name: place === MINUTES - 1 ? "now" : `${MINUTES - 1 - place} min ago`,
    parts: [{ kind: "ok", value: 0 }, { kind: "failed", value: 0 }],
  }));
  for (const call of ended) {
    const item = items[MINUTES - 1 - (now - Math.floor(new Date(call.askedAt) / MINUTE))];
    if (item) {
      item.parts[call.ok ? 0 : 1].value++;
    }
  }
  const total = (place) => items.reduce((sum, item) => sum + item.parts[place].value, 0);
  return columns("Calls a minute", items, `${total(0)} ok and ${total(1)} failed in ${MINUTES} minutes`);
}

function perTool(ended) {
  const items = [...groups(ended, (call) => call.tool)]
    .map(([tool, all]) => {
      const times = all.map(sum).sort((one, other) => one - other);
      return { name: tool, parts: [{ kind: "p50", value: percentile(times, 0.5) }, { kind: "p95", value: percentile(times, 0.95) }] };
    })
    .sort((one, other) => other.parts[1].value - one.parts[1].value)
    .slice(0, TOOLS);
  return bars("How long calls take, p50 and p95, the slowest first", items, short);
}

function errors(ended) {
  const items = [...groups(ended.filter((call) => !call.ok), (call) => call.errorCode)].map(([code, all]) => ({ name: code, parts: [{ kind: "failed", value: all.length }] }));
  return items.length > 0 && bars("Errors by code", items.sort((one, other) => other.parts[0].value - one.parts[0].value));
}

function latest(ended) {
  const rows = ended.slice(0, ROWS).map((call) => ({
    name: call.tool,
    parts: PHASES.map(([kind]) => ({ kind, micros: call[`${kind}Micros`] ?? 0 })).filter((part) => part.micros > 0),
  }));
  return waterfall("The newest calls, by the time since each began", rows);
}

/** Each number that the events of a stream have under one name, oldest first. */
async function courses(name) {
  const { entries } = await get(`${of(state.session, "streams", name)}?last=${EVENTS}`);
  const numbers = entries
    .toReversed()
    .flatMap((entry) => Object.entries(entry.metadata ?? {}))
    .filter(([, value]) => typeof value === "number");
  return [...groups(numbers, ([key]) => key)].filter(([, all]) => all.length > 1).map(([key, all]) => course(`${name}: ${key}`, all.map(([, value]) => value)));
}

function sum(call) {
  return PHASES.reduce((total, [phase]) => total + (call[`${phase}Micros`] ?? 0), 0);
}

/** The nearest rank. */
function percentile(sorted, part) {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}

function groups(items, keyOf) {
  const found = new Map();
  items.forEach((item) => found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]));
  return found;
}
