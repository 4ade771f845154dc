// The lines of every session's timeline, as far as this page has seen them. The gateway remembers the newest thousand.

import { touch } from "./store.js";

export const MOST = 20_000;
const SPARE = 2_000;

const timelines = new Map();

function of(session) {
  let timeline = timelines.get(session);
  if (!timeline) {
    // Up to `solid` nothing is missing that the gateway still had when it was asked.
    timeline = { entries: [], solid: 0 };
    timelines.set(session, timeline);
  }
  return timeline;
}

export function timelineOf(session) {
  return of(session).entries;
}

/** From where on the gateway has to be asked. */
export function solidSeq(session) {
  return of(session).solid;
}

/** Adds a line that has just been written. */
export function append(session, line) {
  const timeline = of(session);
  const last = timeline.entries.at(-1)?.seq ?? 0;
  if (line.seq <= last) {
    return;
  }
  timeline.entries.push(line);
  if (line.seq === timeline.solid + 1) {
    timeline.solid = line.seq;
  }
  trim(timeline);
  touch("timeline");
}

/** Adds what the gateway remembered when it was asked; some of it may have come as news already. */
export function fillIn(session, lines) {
  const timeline = of(session);
  const known = new Map(timeline.entries.map((line) => [line.seq, line]));
  lines.forEach((line) => known.set(line.seq, line));
  timeline.entries = [...known.values()].sort((one, other) => one.seq - other.seq);
  timeline.solid = Math.max(timeline.solid, lines.at(-1)?.seq ?? 0);
  while (known.has(timeline.solid + 1)) {
    timeline.solid++;
  }
  trim(timeline);
  touch("timeline");
}

/** Another gateway counts from one again. */
export function forgetTimelines() {
  timelines.clear();
  touch("timeline");
}

function trim(timeline) {
  if (timeline.entries.length > MOST) {
    timeline.entries.splice(0, timeline.entries.length - MOST + SPARE);
  }
}
