// A provider, wherever it runs: what it offers, and how it stays with a gateway from connection to connection.

import { Conversation } from "./conversation.js";
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
  /** @type {Map<string, Function[]>} */
  #listeners = new Map();
  #name;
  #options;
  #credentials;
  /** @type {Conversation | undefined} */
  #conversation;
  /** @type {Promise<boolean> | undefined} */
  #ended;
  #stop = new AbortController();
  #lastLine = "";

  /** @param {string} name @param {ProviderOptions} options @param {Credentials} credentials */
  constructor(name, options, credentials) {
    this.#name = name;
    this.#options = { report: (/** @type {string} */ line) => console.error(line), ...options };
    this.#credentials = credentials;
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
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  async updated() {
    await this.#conversation?.sync();
  }

  // ---- How it stays. ----

  get joined() {
    return this.#conversation?.binding;
  }

  /** Connects, and again whenever a connection ends. */
  start() {
    this.#ended ??= this.#stay().finally(() => (this.#ended = undefined));
    return this.#ended;
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

  /** @returns {Promise<boolean>} whether it has ended as it should */
  async #stay() {
    this.#stop = new AbortController();
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      this.#say("connecting", "");
      const { outlook, why, wasBound } = await this.#converse();
      if (wasBound) pause = FIRST_PAUSE_MS;
      if (outlook !== "again" || this.#stop.signal.aborted) {
        this.#say("ended", why);
        return outlook !== "never";
      }
      // Never at the same time as all the others that a gateway's end has cut off.
      const ms = pause / 2 + (Math.random() * pause) / 2;
      if (why) this.#say("waiting", `${why}; ${sentences.again(ms)}`);
      await this.#sleep(ms);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @returns {Promise<End>} */
  async #converse() {
    const credentials = this.#credentials;
    try {
      const auth = credentials.auth(this.#name);
      const socket = await credentials.open(credentials.url);
      this.#conversation = new Conversation(this.#life(), socket, credentials.url, auth);
      // It may have been told to stop before there was a conversation to end.
      if (this.#stop.signal.aborted) this.#conversation.hangUp({ outlook: "over" });
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
    const { session, instance, metadata, startupContext, concurrency } = this.#options;
    const events = [...this.#listeners.keys()].filter((event) => event.includes("."));
    return {
      credentials: this.#credentials,
      offer: this.#offer,
      choose: (active) =>
        typeof session === "string"
          ? active.find(({ id }) => id === session)?.id
          : session
            ? session(active)
            : active[0]?.id,
      identity: () => ({
        name: this.#name,
        ...(instance !== undefined && { instance }),
        ...(metadata !== undefined && { metadata: typeof metadata === "function" ? metadata() : metadata }),
        ...(startupContext !== undefined && { startup_context: startupContext }),
        ...(concurrency !== undefined && {
          concurrency: typeof concurrency === "number" ? { max: concurrency } : concurrency,
        }),
        ...(events.length && { subscribe: events }),
      }),
      say: (state, line) => this.#say(state, line),
      remark: (line) => this.#options.report(line),
      tell: (event, detail) => this.#tell(event, detail),
    };
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
    if (state === "waiting" && line === this.#lastLine) return;
    if (line) this.#lastLine = line;
    this.#options.report(line, state);
  }

  /** @param {string} event @param {any} detail */
  async #tell(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        await listener(detail);
      } catch (thrown) {
        this.#options.report(sentences.failed(`the listener to '${event}'`, thrown));
      }
    }
  }

  /** @param {number} ms @returns {Promise<void>} */
  #sleep(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
