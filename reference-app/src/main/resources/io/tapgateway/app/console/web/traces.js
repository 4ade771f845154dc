// Calls as this page knows them, by session: those that the gateway remembers, and those that have been sent since.

import { get, of } from "./api.js";
import { touch } from "./store.js";

export const MOST = 300;

/** Where the time of a call goes, in the order in which it does, in words. */
export const PHASES = [
  ["interceptors", "at interceptors"],
  ["gates", "in the gates"],
  ["person", "waiting for a person"],
  ["queue", "waiting for a place"],
  ["work", "at the provider"],
];

let calls = new Map();

/** Newest first. */
export function callsOf(session) {
  return [...calls.values()].filter((call) => call.session === session).reverse();
}

export async function loadCalls(session) {
  const answer = await get(of(session, "calls"));
  const loaded = answer.calls.map((call) => [call.callId, { ...call, session, phase: "ended" }]);
  // What was running when the line broke may have ended meanwhile, or be gone with its gateway.
  const rest = [...calls].filter(([id, call]) => call.session !== session || call.phase === "ended");
  calls = new Map([...rest, ...loaded]);
  trim();
  touch("calls");
}

export function forgetCalls() {
  calls = new Map();
  touch("calls");
}

/** An event about a call. */
export function onCall(data) {
  calls.set(data.callId, { ...calls.get(data.callId), ...data, seenAt: Date.now() });
  trim();
  touch("calls");
}

function trim() {
  for (const id of calls.keys()) {
    if (calls.size <= MOST) {
      return;
    }
    calls.delete(id);
  }
}
