// The lines of every session's timeline, as far as this page has seen them, and among them what else has happened there: calls that
// have ended, providers that come and go, events that are only kept. The gateway remembers the newest thousand lines, and calls.

import { touch } from "./store.js";

export const MOST = 20_000;
const SPARE = 2_000;

const timelines = new Map();

function of(session) {
  let timeline = timelines.get(session);
  if (!timeline) {
    // Up to `solid` nothing is missing that the gateway still had when it was asked.
    timeline = { entries: [], solid: 0, happenings: [], all: [] };
    timelines.set(session, timeline);
  }
  return timeline;
}

export function timelineOf(session) {
  return of(session).entries;
}

/** All that has happened, in one order: what the page learns later comes later. */
export function happeningsOf(session) {
  return of(session).all;
}

/** Adds something that is no line of the gateway's timeline: `{ key, ts, level, source, text }`. */
export function happened(session, happening) {
  const timeline = of(session);
  timeline.happenings.push(happening);
  timeline.all.push(happening);
  trim(timeline);
  touch("timeline");
}

/** Takes what is remembered of former times into the order. */
export function remembered(session, happenings) {
  const timeline = of(session);
  const known = new Map(timeline.happenings.map((one) => [one.key, one]));
  happenings.forEach((one) => known.set(one.key, known.get(one.key) ?? one));
  timeline.happenings = [...known.values()];
  order(timeline);
  touch("timeline");
}

function order(timeline) {
  timeline.all = [...timeline.entries, ...timeline.happenings].sort((one, other) => new Date(one.ts) - new Date(other.ts) || (one.seq ?? 0) - (other.seq ?? 0));
}

/** What the gateway explains is told apart by its words: what somebody is asked, or has said no to. */
const EXPLAINED = [
  ["denial", /^denied /],
  ["question", /^approved '|^'[^']+' waits for somebody to approve it: |^(the agent|'[^']+') asks: |^what (the agent|'[^']+') asks is /],
];

/** The level of a line as people know it. */
export function levelOf(line) {
  return (line.level === "info" && EXPLAINED.find(([, words]) => words.test(line.text))?.[0]) || line.level;
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
  timeline.all.push(line);
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
  lines.forEach((line) => known.set(line.seq, known.get(line.seq) ?? line));
  timeline.entries = [...known.values()].sort((one, other) => one.seq - other.seq);
  timeline.solid = Math.max(timeline.solid, lines.at(-1)?.seq ?? 0);
  while (known.has(timeline.solid + 1)) {
    timeline.solid++;
  }
  trim(timeline);
  order(timeline);
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
    order(timeline);
  }
  if (timeline.happenings.length > MOST) {
    timeline.happenings.splice(0, timeline.happenings.length - MOST + SPARE);
    order(timeline);
  }
}
