// What people read: one line each, what is the case and what to do about it.

/** @param {number} ms */
const seconds = (ms) => `${Math.round(ms / 100) / 10} s`;

/** Stands before a time, and after what is the same each time. */
export const AGAIN = "; trying again in ";

/** @param {string} why @param {number} ms */
export const again = (why, ms) => `${why}${AGAIN}${seconds(ms)}`;

/** @param {string} session @param {string} as */
export const joined = (session, as) => `joined session ${session} as ${as}`;

/** @param {string} url */
export const noGateway = (url) => `no gateway answers at ${url}: is one running?`;

/** @param {string} url */
export const noProtocol = (url) =>
  `what answers at ${url} does not speak the protocol of providers: is the address right?`;

/** @param {string} url @param {number} code @param {string} reason */
export const lost = (url, code, reason) =>
  `the connection to ${url} has ended (${reason ? `${code} ${reason}` : code})`;

/** @param {string} url @param {string} type @param {number} ms */
export const silent = (url, type, ms) => `the gateway at ${url} has not answered '${type}' for ${seconds(ms)}`;

export const NO_SESSION = "connected; waiting for a session to join";
export const LEFT = "left";

/** @param {string} session */
export const sessionEnded = (session) => `session ${session} has ended`;

/** @param {string} why */
export const waitingAfter = (why) => `${why}; waiting for another one`;

/** @param {number} most */
export const tooMany = (most) => `there are more than ${most} sessions: others are joined when one of these has ended`;

/** @param {string} url */
export const notHere = (url) =>
  `${url} is no gateway on this machine, and a token must not leave it: use an address like ws://127.0.0.1:9400/`;

/** @param {string} file */
export const noToken = (file) => `TAP_PROVIDER_TOKEN is not set and there is no token in ${file}: start a gateway`;

/** @param {string} file @param {string} code */
export const unreadableToken = (file, code) => `the token in ${file} cannot be read (${code}): is it yours?`;

/** @param {string} where */
export const wrongToken = (where) =>
  `the gateway refuses the token in ${where}: it is of another gateway, or of a session that has ended (AUTH_FAILED)`;

/** @param {string} file */
export const staleToken = (file) => `the gateway refuses the token in ${file}: another gateway has written it`;

export const NO_SOCKET = "this Node.js has no WebSocket: npm install ws, or use Node.js 22 or later";

/** @param {string} event */
export const subscribedLate = (event) =>
  `'${event}' is listened to from the next connection on: say what to listen to before start()`;

/** @param {number} waiting */
export const tooSlow = (waiting) => `events are lost: ${waiting} wait for a listener that is too slow`;

/** @param {string} tool */
export const noDecision = (tool) =>
  `the gate for '${tool}' gave no answer, which means no: it should return allow() or deny(…)`;

const SPAWN = "for programs that the user has started: tapgateway spawn NAME -- COMMAND";
const REFUSED = "the gateway refuses this provider:";

/**
 * A refused `hello`. What the gateway says names the tool, the field or the right that it is about.
 *
 * @param {{ code: string, message: string }} error
 * @param {boolean} hasRules
 */
export function refusedHello({ code, message }, hasRules) {
  switch (code) {
    case "TOOL_CONFLICT":
      return `${full(message)} Rename the tool, or stop whoever has it (${code})`;
    case "DUPLICATE_INSTANCE":
      return `${full(message)} Stop the other one, or give each an instance of its own (${code})`;
    case "RATE_LIMITED":
      return `${full(message)} Too much in too short a time (${code})`;
    case "UNAUTHORIZED":
      return `${REFUSED} ${full(message)} ${hasRules ? "Rules, transforms and context are" : "This is"} ${SPAWN} (${code})`;
    case "UNSUPPORTED_VERSION":
      return `${full(message)} Update this package, or the gateway (${code})`;
    default:
      return `${REFUSED} ${full(message)} (${code})`;
  }
}

/** @param {{ code: string, message: string, replyTo?: string }} error */
export const refused = ({ code, message, replyTo }) =>
  `the gateway refuses ${replyTo ? `'${replyTo}'` : "a message"}: ${full(message)} (${code})`;

/**
 * What a handler has thrown, with the author's part of its stack; with all of it where this package is in one file with
 * the author's code.
 *
 * @param {string} what
 * @param {unknown} thrown
 */
export function failed(what, thrown) {
  if (!(thrown instanceof Error)) return `${what} failed: ${String(thrown)}`;
  const ours = /[^\s(@]*\/(?=sentences\.js:)/.exec(new Error().stack ?? "")?.[0] ?? "node:internal";
  const frames = (thrown.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !line.includes(ours) && !line.includes("node:internal"));
  return [`${what} failed: ${thrown}`, ...frames].join("\n");
}

/** @param {string} message */
const full = (message) => (/[.!?]$/.test(message) ? message : `${message}.`);
