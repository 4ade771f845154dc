// What has happened besides the lines of a timeline, as lines like these.

import { duration } from "./parts.js";
import { state } from "./store.js";
import { happened, remembered } from "./timelines.js";

const PRESENCE = { bound: "has joined", unbound: "is in no session now", left: "has left", disconnected: "has lost its connection" };

/** Who has been here before, as far as the gateway remembers or this page has seen it. */
let seen = new Set();
let number = 0;

function line(level, source, text, ts = new Date().toISOString(), key = `page ${++number}`) {
  return { key, ts, level, source, text };
}

function ended(call) {
  const ts = new Date(new Date(call.askedAt).getTime() + call.durationMs).toISOString();
  const how = call.ok ? `answered after ${duration(call.durationMs)}` : `${call.errorCode ?? "failed"}${call.error ? `: ${call.error}` : ""}`;
  return { ...line("call", call.provider ?? "the gateway", `${call.tool}: ${how}`, ts, `call ${call.callId}`), callId: call.callId };
}

export function onCallEnded(call) {
  happened(call.session, ended(call));
}

/** The calls that the gateway remembers. */
export function onCallsLoaded(session, calls) {
  remembered(session, calls.filter((call) => call.askedAt).map(ended));
}

function presenceLine(session, { seq, ts, provider, instance, presence }) {
  const name = instance ? `${provider}/${instance}` : provider;
  const key = `${session} ${name}`;
  const text = presence === "bound" && seen.has(key) ? "is back" : PRESENCE[presence];
  seen.add(key);
  return line("provider", name, text, ts, `presence ${seq}`);
}

/** One that is bound to all sessions comes and goes in each. */
export function onProvider(change) {
  const sessions = change.session ? [change.session] : state.sessions.map((one) => one.id);
  sessions.forEach((session) => happened(session, presenceLine(session, change)));
}

/** Who has come and gone as the gateway remembers it; what this page has seen itself it knows already. */
export function onPresenceLoaded(session, changes) {
  remembered(session, changes.map((change) => presenceLine(session, change)));
}

/** Another gateway has other guests. */
export function forgetPresence() {
  seen = new Set();
}

/** What goes further than its stream is a line of the timeline already. */
export function onKept({ session, stream, level, event, ts }) {
  if (level === "keep") {
    happened(session, line("keep", stream, event, ts));
  }
}
