// A provider, wherever it runs: what it offers, and how it stays with a gateway from connection to connection.

import { Conversation, Unbound } from "./conversation.js";
import { Listeners } from "./listeners.js";
import { Offer } from "./offer.js";
import * as sentences from "./sentences.js";
import { Stream } from "./streams.js";

/** @import { Match, PortableProvider as ProviderView, ProviderOptions, State } from "../index.js" */
/** @import { End, Life, Message, Outlook } from "./conversation.js" */

/**
 * How a provider gets in: where the gateway is, what it shows there, and which place it has.
 *
 * @typedef {object} Credentials
 * @property {string} url
 * @property {(url: string) => Promise<WebSocket>} open
 * @property {(name: string) => Message} auth the first message; throws {@link Unavailable}
 * @property {(token: string) => void} paired the gateway has given a token
 * @property {(message: string) => Verdict} refused the gateway has refused what `auth` showed
 * @property {() => Verdict | undefined} withoutSession there is no session; nothing if one may come
 * @property {() => { instance?: string, reconnectToken?: string }} seat
 * @property {(reconnectToken: string | undefined) => void} seated the gateway has given a place
 * @property {() => void} unseated another one has the place
 * @property {(code: number) => Partial<Verdict>} closed the connection has ended with that code
 */

/** @typedef {{ outlook: Outlook, why: string }} Verdict */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** There is nothing to connect with. */
export class Unavailable extends Error {
  /** @param {string} why @param {Outlook} [outlook] */
  constructor(why, outlook = "again") {
    super(why);
    this.outlook = outlook;
  }
}

/** @implements {ProviderView} */
export class PortableProvider {
  #offer = new Offer();
  #listeners = new Listeners((line) => this.#options.report(line));
  #name;
  #options;
  #credentials;
  /** @type {Conversation | undefined} */
  #conversation;
  /** @type {Promise<boolean> | undefined} */
  #ended;
  #stop = new AbortController();
  /** @type {() => void} */
  #turn = () => {}; // it has joined, or ended
  /** @type {Promise<void>} */
  #nextTurn = Promise.resolve();
  /** @type {State | undefined} */
  #state;
  #lastLine = "";

  /** @param {string} name @param {ProviderOptions} options @param {Credentials} credentials */
  constructor(name, options, credentials) {
    this.#name = name;
    this.#options = { report: (/** @type {string} */ line) => console.error(line), ...options };
    this.#credentials = credentials;
    this.#turned();
  }

  // ---- What it offers; while it runs, a change is told to the gateway at once. ----

  /** @param {string} name @param {any} about @param {(args: any, call: any) => any} run */
  tool(name, about, run) {
    return this.#change(() => this.#offer.addTool(name, about, run));
  }

  /** @param {string} name */
  removeTool(name) {
    return this.#change(() => this.#offer.removeTool(name));
  }

  /** @param {Match} match @param {Function} decide */
  gate(match, decide) {
    return this.#change(() => this.#offer.addGate(match, decide));
  }

  /** @param {Match} match @param {string} reason */
  deny(match, reason) {
    return this.#change(() => this.#offer.addRule({ action: "deny", match, reason }));
  }

  /** @param {Match} match @param {string} reason */
  ask(match, reason) {
    return this.#change(() => this.#offer.addRule({ action: "ask", match, reason }));
  }

  /** @param {Match} match @param {string} content */
  remark(match, content) {
    return this.#change(() => this.#offer.addRule({ action: "context", match, content }));
  }

  /** @param {string} section @param {string} content */
  append(section, content) {
    return this.#change(() => this.#offer.setTransform(section, { action: "append", content }));
  }

  /** @param {string} section @param {string} content */
  prepend(section, content) {
    return this.#change(() => this.#offer.setTransform(section, { action: "prepend", content }));
  }

  /** @param {string} section @param {Function} rewrite */
  transform(section, rewrite) {
    return this.#change(() => this.#offer.setTransform(section, { action: "callback" }, rewrite));
  }

  /** @param {string} text */
  context(text) {
    return this.#change(() => this.#offer.setContext(text));
  }

  stream(name = this.#name) {
    return new Stream(name, {
      push: (message) => this.#conversation?.push(message) ?? false,
      filter: (rules) => void this.#change(() => this.#offer.setFilter(name, [...rules])),
      read: (last) =>
        this.#conversation?.read(last, name) ?? Promise.reject(new Error("this provider is not connected")),
    });
  }

  /** @param {string} event @param {(detail: any) => any} listener */
  on(event, listener) {
    const before = this.#listeners.subscribed.length;
    this.#listeners.add(event, listener);
    if (this.joined && this.#listeners.subscribed.length > before)
      this.#options.report(sentences.subscribedLate(event));
    return this;
  }

  async updated() {
    while (this.#ended) {
      const turn = this.#nextTurn;
      try {
        if (this.joined) return await this.#conversation?.sync();
      } catch (thrown) {
        if (!(thrown instanceof Unbound)) throw thrown;
      }
      await turn;
    }
    throw new Error("this provider does not run");
  }

  // ---- How it stays. ----

  get joined() {
    return this.#conversation?.binding;
  }

  /** Connects, and again whenever a connection ends; after what has been stopped has ended. */
  start() {
    if (this.#ended && !this.#stop.signal.aborted) return this.#ended;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const ended = Promise.resolve(this.#ended)
      .catch(() => {})
      .then(() => this.#stay(signal))
      .finally(() => {
        if (this.#ended === ended) this.#ended = undefined;
        this.#turned();
      });
    this.#ended = ended;
    return ended;
  }

  async stop(reason = "the provider was stopped") {
    this.#stop.abort();
    this.#conversation?.leave(reason, { outlook: "over" });
    await this.#ended;
  }

  /** What the user has typed, for a gateway that has asked for it. @param {string} code */
  confirmCode(code) {
    this.#conversation?.confirm(code);
  }

  /** Ends the connection without a goodbye: the place is kept for a while. */
  hangUp() {
    this.#stop.abort();
    this.#conversation?.hangUp({ outlook: "over" });
  }

  /** @param {AbortSignal} signal tells it to stop @returns {Promise<boolean>} whether it has ended as it should */
  async #stay(signal) {
    let pause = FIRST_PAUSE_MS;
    if (!signal.aborted) this.#say("connecting", "");
    for (;;) {
      const { outlook, why, wasBound } = await this.#converse(signal);
      if (signal.aborted || outlook === "over" || outlook === "never") {
        this.#say("ended", why);
        return outlook !== "never";
      }
      if (wasBound || outlook === "now") pause = FIRST_PAUSE_MS;
      if (outlook === "now") continue;
      // Never at the same time as all the others that a gateway's end has cut off.
      const ms = pause / 2 + (Math.random() * pause) / 2;
      if (why) this.#say("waiting", sentences.again(why, ms));
      await sleep(ms, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (!signal.aborted) this.#say("connecting", "");
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<End>} */
  async #converse(signal) {
    const credentials = this.#credentials;
    try {
      if (signal.aborted) throw new Unavailable(sentences.LEFT, "over");
      const auth = credentials.auth(this.#name);
      const socket = await credentials.open(credentials.url);
      this.#conversation = new Conversation(this.#life(), socket, credentials.url, auth);
      // It may have been told to stop before there was a conversation to end.
      if (signal.aborted) this.#conversation.hangUp({ outlook: "over" });
      return await this.#conversation.ended;
    } catch (thrown) {
      if (thrown instanceof Unavailable) return { outlook: thrown.outlook, why: thrown.message, wasBound: false };
      throw thrown;
    } finally {
      this.#conversation = undefined;
    }
  }

  /** @returns {Life} */
  #life() {
    const { session, follow, instance, metadata, startupContext, concurrency } = this.#options;
    return {
      credentials: this.#credentials,
      offer: this.#offer,
      choose: (active) =>
        typeof session === "string"
          ? active.find(({ id }) => id === session)?.id
          : session
            ? this.#ask("the choice of a session", () => session(active))
            : active[0]?.id,
      follows: follow === "foreground",
      identity: () => ({
        name: this.#name,
        instance,
        metadata: this.#ask("describing this instance", () => (typeof metadata === "function" ? metadata() : metadata)),
        startup_context: startupContext,
        concurrency: typeof concurrency === "number" ? { max: concurrency } : concurrency,
        subscribe: this.#listeners.subscribed.length ? this.#listeners.subscribed : undefined,
      }),
      say: (state, line) => this.#say(state, line),
      remark: (line) => this.#options.report(line),
      listeners: this.#listeners,
    };
  }

  /** What the author says, if it can be said in JSON. @template T @param {string} what @param {() => T} said */
  #ask(what, said) {
    try {
      const answer = said();
      JSON.stringify(answer);
      return answer;
    } catch (thrown) {
      this.#options.report(sentences.failed(what, thrown));
      return undefined;
    }
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    // Whoever wants to know what came of it asks updated(); refusals are reported anyway.
    this.#conversation?.sync().catch(() => {});
    return this;
  }

  /** @param {State} state @param {string} line */
  #say(state, line) {
    if (state === this.#state && line === this.#lastLine) return;
    this.#state = state;
    this.#lastLine = line;
    if (state === "joined") this.#turned();
    this.#options.report(line, state);
  }

  #turned() {
    this.#turn();
    this.#nextTurn = new Promise((resolve) => (this.#turn = resolve));
  }
}

/** @param {number} ms @param {AbortSignal} signal ends it early @returns {Promise<void>} */
function sleep(ms, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake);
  });
}
