// Calls as this page has seen them, newest last.

import { touch } from "./store.js";

export const MOST = 500;

let calls = new Map();

export function callsOf(session) {
  return [...calls.values()].filter((call) => call.session === session);
}

export async function loadCalls() {}

export function forgetCalls() {
  calls = new Map();
  touch("calls");
}

/** An event about a call. */
export function onCall(data) {
  const known = calls.get(data.callId) ?? { seenAt: Date.now() };
  calls.set(data.callId, { ...known, ...data });
  if (calls.size > MOST) {
    calls.delete(calls.keys().next().value);
  }
  touch("calls");
}
