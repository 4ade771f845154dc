// Keeps the store in line with the gateway: everything once after each connect, and then what the events say has changed.

import { param } from "./address.js";
import { get, of } from "./api.js";
import { follow } from "./events.js";
import { forgetPresence, onCallEnded, onCallsLoaded, onKept, onPresenceLoaded, onProvider } from "./happenings.js";
import { changedIn, loadQuestions, onClosed } from "./questions.js";
import { SignedOut } from "./sign-in.js";
import { NOTHING_SAID, set, state } from "./store.js";
import { append, fillIn, forgetTimelines, solidSeq } from "./timelines.js";
import { callsOf, forgetCalls, loadCalls, onCall } from "./traces.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 3_000;
const COLLECT = 120;

const pushListeners = new Set();
const stale = new Set();
let collecting = false;
let wake = () => {};

/** Runs until the browser is signed out. */
export async function live() {
  addEventListener("online", () => wake());
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      let ready = Promise.resolve();
      await follow(() => {
        ready = load().then(() => {
          pause = FIRST_PAUSE;
          set("link", "live");
        });
        ready.catch(() => {});
      }, onEvent);
    } catch (failure) {
      if (failure instanceof SignedOut) {
        set("link", "out");
        throw failure;
      }
      set("link", "lost");
    }
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, pause);
    });
  }
}

async function load() {
  const health = await get("/api/health");
  if (state.health && state.health.started !== health.started) {
    forgetTimelines();
    forgetCalls();
    forgetPresence();
  }
  set("health", health);
  await LOADERS.sessions();
  state.sessions.forEach((session) => changedIn(session.id));
  await Promise.all([LOADERS.providers(), LOADERS.pairing(), LOADERS.questions(), loadSession()]);
}

const LOADERS = {
  async sessions() {
    const { sessions } = await get("/api/sessions");
    set("sessions", sessions);
    if (!sessions.some((session) => session.id === state.session)) {
      const wanted = param("session");
      const shown = sessions.find((session) => session.id === wanted) ?? sessions.find((session) => session.foreground) ?? sessions[0];
      showSession(shown?.id ?? null);
    }
  },
  async providers() {
    set("providers", (await get("/api/providers")).providers);
  },
  async tools() {
    set("tools", state.session ? (await get(of(state.session, "tools"))).tools : []);
  },
  async streams() {
    set("streams", state.session ? (await get(of(state.session, "streams"))).streams : []);
  },
  async commands() {
    set("commands", state.session ? (await get(of(state.session, "commands"))).commands : []);
  },
  async notes() {
    set("notes", state.session ? (await get(of(state.session, "notes"))).notes : []);
  },
  async panel() {
    set("panel", state.session && state.person.confirmed ? (await get(of(state.session, "panel"))).panel : null);
  },
  async extensions() {
    set("extensions", state.session ? (await get(of(state.session, "extensions"))).extensions : []);
  },
  async servers() {
    set("servers", (await get("/api/mcp-servers")).servers.filter((one) => one.sessionId === state.session));
  },
  async conversation() {
    set("conversation", state.session ? await get(of(state.session, "conversation")) : NOTHING_SAID);
  },
  questions: loadQuestions,
  async pairing() {
    set("pairing", await get("/api/pairing"));
  },
};

/** Calls `listener` for every push from now on; returns what ends that. */
export function onPush(listener) {
  pushListeners.add(listener);
  return () => pushListeners.delete(listener);
}

/** Another session is shown from now on. */
export function showSession(id) {
  if (state.session === id) {
    return;
  }
  set("session", id);
  set("tools", []);
  set("streams", []);
  set("commands", []);
  set("notes", []);
  set("panel", null);
  set("extensions", []);
  set("servers", []);
  set("conversation", NOTHING_SAID);
  loadSession().catch(() => refresh("tools", "streams"));
}

async function loadSession() {
  const session = state.session;
  if (!session) {
    return;
  }
  const [{ entries }, { presence }] = await Promise.all([
    get(`${of(session, "timeline")}?after=${solidSeq(session)}`),
    get(of(session, "presence")),
    LOADERS.tools(),
    LOADERS.streams(),
    LOADERS.commands(),
    LOADERS.notes(),
    LOADERS.panel(),
    LOADERS.extensions(),
    LOADERS.servers(),
    LOADERS.conversation(),
    loadCalls(session),
  ]);
  fillIn(session, entries);
  onPresenceLoaded(session, presence);
  onCallsLoaded(session, callsOf(session).filter((call) => call.phase === "ended"));
}

/** Fetches these soon, however often it is asked. */
export function refresh(...keys) {
  keys.forEach((key) => stale.add(key));
  if (!collecting) {
    collecting = true;
    setTimeout(fetchStale, COLLECT);
  }
}

async function fetchStale() {
  const keys = [...stale];
  stale.clear();
  // What fails here fails because the line is broken; then everything is loaded anew.
  await Promise.allSettled(keys.map((key) => LOADERS[key]()));
  collecting = false;
  if (stale.size > 0) {
    refresh();
  }
}

/** Puts the next piece of an answer behind what is there; false where that is not what it follows. */
function grows({ number, phase, from, piece }) {
  const { turn } = state.conversation;
  const follows = turn?.number === number && phase === "writing" && turn.text.length === from;
  if (follows) {
    set("conversation", { ...state.conversation, turn: { number, phase, text: turn.text + piece } });
  }
  return follows;
}

function onEvent(name, data) {
  switch (name) {
    case "timeline":
      append(data.session, data);
      if (data.level === "pairing") {
        refresh("pairing");
      }
      break;
    case "sessions":
      refresh("sessions", "pairing", "questions");
      break;
    case "questions":
      onClosed(data);
      changedIn(data.session);
      refresh("questions");
      break;
    case "person":
      set("person", data);
      refresh("panel");
      break;
    case "turn":
      if (data.session === state.session && !grows(data)) {
        refresh("conversation");
      }
      break;
    case "conversation":
    case "commands":
    case "notes":
    case "panel":
    case "extensions":
      if (data.session === state.session) {
        refresh(name);
      }
      break;
    case "mcp-servers":
      if (data.session === state.session) {
        refresh("servers");
      }
      break;
    case "providers":
      onProvider(data);
      refresh("providers", "sessions", "streams", "pairing");
      break;
    case "tools":
      refresh("sessions", "providers", ...(data.session === state.session ? ["tools"] : []));
      break;
    case "calls":
      onCall(data);
      if (data.phase === "ended") {
        onCallEnded(data);
      }
      refresh("providers");
      break;
    case "pushes":
      pushListeners.forEach((listener) => listener(data));
      onKept(data);
      if (data.session === state.session) {
        refresh("streams");
      }
      break;
  }
}
