// Asks the gateway, as the browser that is signed in.

import { personKey } from "./person.js";
import { typed, withTyped } from "./program-name.js";
import { currentPass, SignedOut } from "./sign-in.js";

const UNAUTHORIZED = 401;

/** Nobody answered. */
export class Unreachable extends Error {
  constructor() {
    super(`The gateway does not answer. Is it running? ${typed("status")} says so.`);
  }
}

export class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function ask(method, path, body, signal) {
  const response = await attempt(method, path, body, signal);
  if (response.ok) {
    return response;
  }
  const { error } = await response.json().catch(() => ({}));
  if (response.status === UNAUTHORIZED) {
    throw new SignedOut(withTyped(error?.message ?? "The gateway does not know this browser."));
  }
  throw new Refused(response.status, error?.code, withTyped(error?.message ?? `The gateway answered ${response.status}.`));
}

function attempt(method, path, body, signal) {
  const headers = { "Tap-Console": currentPass(), ...(personKey() && { "Tap-Person": personKey() }) };
  return fetch(path, { method, headers, body: body && JSON.stringify(body), signal, cache: "no-store" }).catch((failure) => {
    // What browsers say here names neither who did not answer nor what to do.
    throw signal?.aborted ? failure : new Unreachable();
  });
}

export async function get(path) {
  return (await ask("GET", path)).json();
}

export async function post(path, body) {
  const response = await ask("POST", path, body ?? {});
  return response.status === 204 ? null : response.json();
}

export function remove(path) {
  return ask("DELETE", path);
}

/** The path of something that belongs to a session. */
export function of(session, ...segments) {
  if (!session) {
    throw new Error("There is no session. Open one in the view Sessions.");
  }
  return ["/api/sessions", ...[session, ...segments].map(encodeURIComponent)].join("/");
}
