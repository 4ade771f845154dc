// A provider, wherever it runs: what it offers, and how it serves the sessions of a gateway.

import { Unbound } from "./conversation.js";
import { Listeners } from "./listeners.js";
import { Offer } from "./offer.js";
import { Pace } from "./pace.js";
import { Place, sleep } from "./place.js";
import * as sentences from "./sentences.js";
import { Stream } from "./streams.js";

/** @import { Match, PortableProvider as ProviderView, ProviderOptions, State } from "../index.js" */
/** @import { End, Life, Message, Outlook, Session } from "./conversation.js" */

/**
 * How a provider gets in: where the gateway is, and what it shows there.
 *
 * @typedef {object} Credentials
 * @property {string} url
 * @property {(url: string) => Promise<WebSocket>} open
 * @property {(name: string) => Message} auth the first message; throws {@link Unavailable}
 * @property {(token: string) => void} paired the gateway has given a token
 * @property {(message: string) => Verdict} refused the gateway has refused what `auth` showed
 * @property {() => Verdict | undefined} withoutSession there is no session; nothing if one may come
 * @property {() => Seat} seat for one session
 * @property {(code: number) => Partial<Verdict>} closed the connection has ended with that code
 */

/**
 * Which one a provider is at the gateway, from connection to connection.
 *
 * @typedef {object} Seat
 * @property {() => { instance?: string, reconnectToken?: string }} shown
 * @property {(reconnectToken: string | undefined) => void} taken the gateway has given a place
 * @property {() => void} lost another one has the place
 */

/** @typedef {{ outlook: Outlook, why: string }} Verdict */

const MAX_SESSIONS = 50;
// The gateway takes thirty of one provider in a minute. The others are for those who come back or move on.
const MAX_NEW_CONNECTIONS = 20;
const WINDOW_MS = 61_000;
// A new session is news to all providers at the same time.
const LONGEST_HESITATION_MS = 200;

/** @implements {ProviderView} */
export class PortableProvider {
  #offer = new Offer();
  #listeners = new Listeners((line) => this.#options.report(line));
  #name;
  #options;
  #credentials;
  /** @type {Set<Place>} */
  #places = new Set(); // the first one finds the gateway
  /** @type {readonly Session[]} */
  #active = []; // the latest list
  #isFull = false;
  #pace = new Pace(MAX_NEW_CONNECTIONS, WINDOW_MS);
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** @type {Promise<boolean> | undefined} */
  #ended;
  #stop = new AbortController();
  /** @type {{ signal: AbortSignal, resolve: (isWell: boolean) => void, reject: (thrown: unknown) => void }} */
  #run = { signal: this.#stop.signal, resolve() {}, reject() {} };
  /** @type {() => void} */
  #turn = () => {}; // it has joined a session, or left one
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
    return this.#stream(name);
  }

  /** @param {string} name @param {string} [session] the only one that it is about @returns {Stream} */
  #stream(name, session) {
    return new Stream(name, {
      push: (message) => this.#joined(session).filter((place) => place.conversation?.push(message)).length > 0,
      filter: (rules) => void this.#change(() => this.#offer.setFilter(name, [...rules])),
      read: (last) =>
        this.#joined(session)[0]?.conversation?.read(last, name) ??
        Promise.reject(new Error("this provider is not in the session, or in none")),
      at: (id) => this.#stream(name, id),
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
      const told = await Promise.allSettled(this.#joined().map((place) => place.conversation?.sync()));
      for (const { reason } of /** @type {any[]} */ (told)) if (reason && !(reason instanceof Unbound)) throw reason;
      if (told.some(({ status }) => status === "fulfilled")) return;
      await turn;
    }
    throw new Error("this provider does not run");
  }

  // ---- Where it is. ----

  get joined() {
    return this.bindings[0];
  }

  get bindings() {
    return this.#joined().flatMap(({ binding }) => binding ?? []);
  }

  /** Connects, and again whenever a connection ends; after what has been stopped has ended. */
  start() {
    if (this.#ended && !this.#stop.signal.aborted) return this.#ended;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const ended = Promise.resolve(this.#ended)
      .catch(() => {})
      .then(() => this.#serve(signal))
      .finally(() => {
        if (this.#ended === ended) this.#ended = undefined;
        this.#turned();
      });
    this.#ended = ended;
    return ended;
  }

  async stop(reason = "the provider was stopped") {
    this.#abort((conversation) => conversation.leave(reason, { outlook: "over" }));
    await this.#ended;
  }

  /** What the user has typed, for a gateway that has asked for it. @param {string} code */
  confirmCode(code) {
    for (const { conversation } of this.#places) conversation?.confirm(code);
  }

  /** Ends the connections without a goodbye: the places are kept for a while. */
  hangUp() {
    this.#abort((conversation) => conversation.hangUp({ outlook: "over" }));
  }

  /** @param {(conversation: import("./conversation.js").Conversation) => void} end */
  #abort(end) {
    this.#stop.abort();
    for (const { conversation } of this.#places) if (conversation) end(conversation);
    this.#turned();
  }

  /** @param {AbortSignal} signal tells it to stop @returns {Promise<boolean>} whether it has ended as it should */
  #serve(signal) {
    this.#places.clear();
    return new Promise((resolve, reject) => {
      this.#run = { signal, resolve, reject };
      this.#open();
    });
  }

  /** One more place. @param {string} [session] the first one takes whichever there is */
  #open(session) {
    const { signal, resolve, reject } = this.#run;
    const place = new Place(session);
    this.#places.add(place);
    const left = (/** @type {End} */ { outlook, why }) => {
      // Where it is refused for good, it does not ask again.
      if (outlook !== "never") this.#places.delete(place);
      this.#turned();
      if (!this.#others(place)) {
        this.#say("ended", why);
        resolve(outlook !== "never");
      } else if (why && !signal.aborted) {
        this.#options.report(why);
      }
    };
    place.stay(this.#life(place, signal), signal).then(left, reject);
  }

  /** Whether sessions are served without this place. @param {Place} place */
  #others(place) {
    return [...this.#places].some((other) => other !== place && !other.hasEnded);
  }

  /**
   * One finds the gateway; when it has, the others come, one after the other.
   *
   * @param {Place} place
   * @param {AbortSignal} signal
   */
  async #admitted(place, signal) {
    const isWanted = () => !signal.aborted && this.#places.has(place);
    const isFirst = () => place === [...this.#places].find(({ hasEnded }) => !hasEnded);
    while (isWanted() && !isFirst() && !this.joined) await this.#nextTurn;
    if (isWanted() && !isFirst()) {
      this.#queue = this.#queue.then(async () => {
        if (isWanted()) await sleep(Math.random() * LONGEST_HESITATION_MS, signal);
        for (let ms; isWanted() && (ms = this.#pace.take()); ) await sleep(ms, signal);
      });
      await this.#queue;
    }
    return isWanted();
  }

  /** That a session is gone, nobody has to learn over another connection. @param {readonly Session[]} active */
  #listed(active) {
    this.#active = active;
    for (const place of this.#places)
      if (!place.isConnected && !active.some(({ id }) => id === place.session)) this.#places.delete(place);
    this.#turned();
  }

  /** Every session that is listed has a place. */
  #spread() {
    if (!this.#isEverywhere) return;
    const taken = new Set([...this.#places].map(({ session }) => session));
    const free = this.#active.filter(({ id }) => !taken.has(id));
    const room = MAX_SESSIONS - this.#places.size;
    if (free.length > room && !this.#isFull) this.#options.report(sentences.tooMany(MAX_SESSIONS));
    this.#isFull = free.length > room;
    for (const { id } of free.slice(0, room)) this.#open(id);
  }

  get #isEverywhere() {
    const { session, follow } = this.#options;
    return session === undefined && follow === undefined;
  }

  /** Where it is, in the order in which sessions are listed. @param {string} [only] */
  #joined(only) {
    const at = (/** @type {Place} */ { binding }) => this.#active.findIndex(({ id }) => id === binding?.session);
    return [...this.#places]
      .filter(({ binding }) => binding && [undefined, binding.session].includes(only))
      .sort((one, other) => at(one) - at(other));
  }

  /** @param {Place} place @param {readonly Session[]} active @returns {string | undefined} */
  #choose(place, active) {
    const { session } = this.#options;
    if (typeof session === "string") return active.find(({ id }) => id === session)?.id;
    if (session) return this.#ask("the choice of a session", () => session(active));
    const taken = new Set([...this.#places].filter((other) => other !== place).map((other) => other.session));
    const free = active.filter(({ id }) => !taken.has(id));
    const own = this.#isEverywhere ? free.find(({ id }) => id === place.session) : undefined;
    return (own ?? free[0])?.id;
  }

  /** @param {Place} place @param {AbortSignal} signal @returns {Life} */
  #life(place, signal) {
    const { follow, instance, metadata, startupContext, concurrency } = this.#options;
    return {
      name: this.#name,
      credentials: this.#credentials,
      seat: this.#credentials.seat(),
      offer: this.#offer.elsewhere(),
      admitted: () => this.#admitted(place, signal),
      listed: (active) => this.#listed(active),
      choose: (active) => this.#choose(place, active),
      claim: (session) => void (place.session = session),
      spread: () => this.#spread(),
      // At once, before it has ended: of those that lose their sessions at the same time, one has to stay.
      yields: () => (place.hasEnded = this.#isEverywhere && this.#others(place)),
      isEverywhere: this.#isEverywhere,
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
      tellNews: () => this.#tellNews(),
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
    this.#tellNews();
    return this;
  }

  /** Whoever wants to know what came of it asks updated(); refusals are reported anyway. */
  #tellNews() {
    for (const { conversation } of this.#places) conversation?.sync().catch(() => {});
  }

  /** @param {State} state of one place @param {string} line */
  #say(state, line) {
    const shown = this.joined ? "joined" : state;
    if (shown === this.#state && (line === this.#lastLine || !line)) return;
    this.#state = shown;
    this.#lastLine = line;
    if (state === "joined") this.#turned();
    this.#options.report(line, shown);
  }

  #turned() {
    this.#turn();
    this.#nextTurn = new Promise((resolve) => (this.#turn = resolve));
  }
}
