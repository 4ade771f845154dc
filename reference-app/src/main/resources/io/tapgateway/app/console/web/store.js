// What the console knows, in one place. Views read `state` and are told, at most once a frame, what has changed.

/** Of a session of which nothing is known yet. */
export const NOTHING_SAID = { played: null, said: [] };

export const state = {
  /** "connecting", "live", "lost" or "out": how the console stands with its gateway. */
  link: "connecting",
  health: null,
  sessions: [],
  /** The id of the session that is shown. */
  session: null,
  providers: [],
  tools: [],
  streams: [],
  /** What the person at the session can run, and is to read, and sees; the panel only where this browser may say yes. */
  commands: [],
  notes: [],
  panel: null,
  /** Who plays the agent of the session, what the user and a model have said, oldest first, and the turn that the model is at, if any. */
  conversation: NOTHING_SAID,
  /** The extensions of zot in the session, by rank. */
  extensions: [],
  /** The MCP servers in the session, in the order of their files. */
  servers: [],
  pairing: null,
  /** What waits for an answer, in all sessions, oldest first. */
  questions: [],
  /** How questions have ended that this page has shown, by session and number, in words. */
  closings: new Map(),
  /** What people have permitted for the rest of a session. */
  grants: [],
  /** Whether this browser may say yes, and the code by which somebody lets it. */
  person: { confirmed: false, code: null },
};

const listeners = new Set();
let changed = new Set();
let asked = false;

export function set(key, value) {
  state[key] = value;
  touch(key);
}

/** Something below that key has changed. */
export function touch(key) {
  changed.add(key);
  if (!asked) {
    asked = true;
    requestAnimationFrame(tell);
  }
}

/** Calls `listener` now and after every change of one of the keys; returns what ends that. */
export function on(keys, listener) {
  const entry = { keys, listener };
  listeners.add(entry);
  listener();
  return () => listeners.delete(entry);
}

function tell() {
  asked = false;
  const news = changed;
  changed = new Set();
  for (const { keys, listener } of [...listeners]) {
    if (keys.some((key) => news.has(key))) {
      listener();
    }
  }
}
