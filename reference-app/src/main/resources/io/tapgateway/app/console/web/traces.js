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

/** By session and name: names of calls are those of a session. */
let calls = new Map();

function keyOf(session, callId) {
  return `${session} ${callId}`;
}

/** Newest first. */
export function callsOf(session) {
  return [...calls.values()].filter((call) => call.session === session).reverse();
}

/** Takes over what the gateway knows; events that have come since it was asked are newer. */
export async function loadCalls(session) {
  const askedAt = Date.now();
  const { calls: ended, running } = await get(of(session, "calls"));
  const loaded = [...ended.map((call) => ({ ...call, session, phase: "ended" })), ...running.map((call) => ({ ...call, session }))];
  // What was running when the line broke may have ended meanwhile, or be gone with its gateway.
  const rest = [...calls].filter(([, call]) => call.session !== session || call.phase === "ended" || call.seenAt >= askedAt);
  const newer = rest.filter(([, call]) => call.session === session && call.seenAt >= askedAt);
  calls = new Map([...rest, ...loaded.map((call) => [keyOf(session, call.callId), call]), ...newer]);
  trim();
  touch("calls");
}

export function forgetCalls() {
  calls = new Map();
  touch("calls");
}

/** An event about a call. */
export function onCall(data) {
  const key = keyOf(data.session, data.callId);
  calls.set(key, { ...calls.get(key), waitsFor: undefined, ...data, seenAt: Date.now() });
  trim();
  touch("calls");
}

/** In which phase a call is that has not ended. */
export function phaseOf(call) {
  return call.phase === "waiting" ? call.waitsFor : "work";
}

/** How long a call has been in a phase; of one that has not ended, until now. */
export function microsOf(call, phase) {
  const told = call[`${phase}Micros`] ?? 0;
  if (call.phase === "ended" || phase !== phaseOf(call)) {
    return told;
  }
  const others = PHASES.filter(([one]) => one !== phase).reduce((sum, [one]) => sum + (call[`${one}Micros`] ?? 0), 0);
  return Math.max(told, (Date.now() - new Date(call.askedAt)) * 1_000 - others);
}

/** Those that have not ended stay, so that they can be cancelled. */
function trim() {
  for (const [key, call] of calls) {
    if (calls.size <= MOST) {
      return;
    }
    if (call.phase === "ended") {
      calls.delete(key);
    }
  }
}
