// What has happened besides the lines of a timeline, as lines like these.

import { duration } from "./parts.js";
import { state } from "./store.js";
import { happened, remembered } from "./timelines.js";

const PRESENCE = { bound: "has joined", unbound: "is in no session now", disconnected: "is gone" };

/** Who has been here before, as far as this page has seen it. */
const seen = new Set();
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

/** One that is bound to all sessions comes and goes in each. */
export function onProvider({ session, provider, instance, presence }) {
  const name = instance ? `${provider}/${instance}` : provider;
  const sessions = session ? [session] : state.sessions.map((one) => one.id);
  for (const one of sessions) {
    const key = `${one} ${name}`;
    happened(one, line("provider", name, presence === "bound" && seen.has(key) ? "is back" : PRESENCE[presence]));
    seen.add(key);
  }
}

/** What goes further than its stream is a line of the timeline already. */
export function onKept({ session, stream, level, event, ts }) {
  if (level === "keep") {
    happened(session, line("keep", stream, event, ts));
  }
}
