// Numbers of the session as pictures: how many calls, how long they took, what failed, who is busy, and what streams measure.

import { get, of } from "../api.js";
import { bars, columns, course, short, waterfall } from "../charts.js";
import { h, put } from "../dom.js";
import { empty, providerName } from "../parts.js";
import { on, state } from "../store.js";
import { callsOf, PHASES } from "../traces.js";

export const id = "numbers";
export const title = "Numbers";
export const about = "How much, how fast, what failed: of every call of the session, and of what streams measure.";

const MINUTE = 60_000;
const TOOLS = 12;
const ROWS = 15;
const EVENTS = 200;
const STREAMS = 8;
const OFTEN = 1_000;

/** The session of a provider that takes part in all of them. */
const EVERYWHERE = "all";

const NOTHING = { minutes: [], results: [], tools: [] };

export function mount(body) {
  const calls = h("div.charts");
  const busy = h("div.charts");
  const measured = h("div.charts");
  const extent = h("p.muted");
  const none = empty("No call has ended yet.");
  put(body, none, calls, busy, measured, extent);
  let wanted = 0;

  /** The gateway has counted all of them; this page knows the newest. */
  async function showCalls() {
    const { session } = state;
    const numbers = session ? await get(of(session, "numbers")).catch(() => null) : NOTHING;
    if (numbers && session === state.session && calls.isConnected) {
      const ended = callsOf(session).filter((call) => call.phase === "ended");
      none.hidden = numbers.results.length > 0;
      put(calls, numbers.results.length > 0 && [perMinute(numbers.minutes), perTool(numbers.tools), errors(numbers.results), ended.length > 0 && latest(ended)]);
    }
  }

  function showBusy() {
    const here = state.providers.filter((one) => [state.session, EVERYWHERE].includes(one.sessionId) && one.inFlight + one.queued > 0);
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
      put(extent, extentOf(state.streams.length));
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

function perMinute(minutes) {
  const items = minutes.map(({ ok, failed }, place) => ({
    name: place === minutes.length - 1 ? "now" : `${minutes.length - 1 - place} min ago`,
    parts: [{ kind: "ok", value: ok }, { kind: "failed", value: failed }],
  }));
  const total = (place) => items.reduce((sum, item) => sum + item.parts[place].value, 0);
  return columns("Calls a minute", items, `${total(0)} ok and ${total(1)} failed in ${minutes.length} minutes`);
}

function perTool(tools) {
  const items = tools
    .map(({ tool, p50Micros, p95Micros }) => ({ name: tool, parts: [{ kind: "p50", value: p50Micros }, { kind: "p95", value: p95Micros }] }))
    .sort((one, other) => other.parts[1].value - one.parts[1].value)
    .slice(0, TOOLS);
  return bars("How long calls take, p50 and p95, the slowest first", items, short);
}

function errors(results) {
  const items = results.filter(({ result }) => result !== "ok").map(({ result, calls }) => ({ name: result.toUpperCase(), parts: [{ kind: "failed", value: calls }] }));
  return items.length > 0 && bars("Errors by code, since the session began", items.sort((one, other) => other.parts[0].value - one.parts[0].value));
}

function latest(ended) {
  const rows = ended.slice(0, ROWS).map((call) => ({
    name: call.tool,
    parts: PHASES.map(([kind]) => ({ kind, micros: call[`${kind}Micros`] ?? 0 })).filter((part) => part.micros > 0),
  }));
  return waterfall("The newest calls, by the time since each began", rows);
}

/** What of the streams is drawn. */
function extentOf(streams) {
  const which = streams > STREAMS ? `the first ${STREAMS} of ${streams} streams` : "each stream";
  return streams > 0 && `Of ${which}: the numbers in the metadata of its newest ${EVENTS} events, where at least two have one of that name.`;
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

function groups(items, keyOf) {
  const found = new Map();
  items.forEach((item) => found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]));
  return found;
}
