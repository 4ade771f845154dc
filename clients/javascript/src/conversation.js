// One connection to a gateway, from `auth` to its end.

import { Calls } from "./calls.js";
import * as sentences from "./sentences.js";
import { Outflow } from "./streams.js";

/** @import { State as Situation } from "../index.js" */
/** @import { Offer } from "./offer.js" */
/** @import { Credentials, Seat } from "./provider.js" */
/** @typedef {{ type: string, [field: string]: any }} Message */
/** @typedef {{ id: string, label: string, cwd?: string }} Session */
/** @typedef {{ session: string, providerId: string, persistDir?: string }} Binding */
/**
 * Whether another connection can succeed at once, or after a pause, or is not wanted, or never can.
 *
 * @typedef {"now" | "again" | "over" | "never"} Outlook
 */
/** @typedef {{ outlook: Outlook, why: string, wasBound: boolean }} End */
/** @typedef {{ resolve: (answer: Message) => void, reject: (why: Error) => void, timer: any }} Request */
/** @typedef {"authenticating" | "pairing" | "choosing" | "registering" | "bound" | "closed"} State */

/**
 * What outlives a connection.
 *
 * @typedef {object} Life
 * @property {string} name
 * @property {Credentials} credentials
 * @property {Seat} seat
 * @property {Offer} offer
 * @property {() => Promise<boolean>} admitted ends when there may be a connection; false if it is not wanted any more
 * @property {(active: Session[]) => void} listed the gateway says which sessions there are
 * @property {(active: Session[]) => string | undefined} choose the session to join
 * @property {(session: string | undefined) => void} claim it is asked for, or there is none to ask for
 * @property {() => void} spread the gateway takes a connection for each session
 * @property {() => boolean} yields to the others, if there are any: a connection without a session is of no use then
 * @property {boolean} isEverywhere whether any session will do
 * @property {boolean} follows whether another choice ends the connection
 * @property {() => object} identity the fields of `hello` that never change
 * @property {(state: Situation, line: string) => void} say
 * @property {(line: string) => void} remark
 * @property {() => void} tellNews the offer has changed, to all gateways
 * @property {import("./listeners.js").Listeners} listeners
 */

const READY = { OPEN: 1 };

/** What a gateway of the Core Profile understands. */
const CORE = new Set(["auth", "hello", "tool.result", "push", "tools.update", "goodbye"]);
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
const CLOSE_MS = 3_000;
const RETRY_MS = 1_000;
// A gateway of the Core Profile never says that a session has come.
const WAIT_FOR_SESSION_MS = 30_000;

/** What was asked can have no answer any more: the binding has ended. */
export class Unbound extends Error {
  name = "Unbound";
}

/** The gateway's refusal of a message. */
export class Refused extends Error {
  /** @param {{ code: string, message: string }} error */
  constructor({ code, message }) {
    super(message);
    this.name = "Refused";
    this.code = code;
  }
}

/** @type {Record<State, (type: string) => boolean>} */
const EXPECTED = {
  authenticating: (type) => ["sessions", "auth.pairing", "error"].includes(type),
  pairing: (type) => ["sessions", "error"].includes(type),
  choosing: (type) => ["sessions.updated", "error"].includes(type),
  registering: (type) => ["hello.ack", "sessions.updated", "error"].includes(type),
  bound: (type) => !["sessions", "auth.pairing", "hello.ack"].includes(type),
  closed: () => false,
};

export class Conversation {
  /** @type {State} */
  #state = "authenticating";
  /** @type {Session[]} */
  #active = []; // the latest list
  /** @type {string | undefined} */
  #asked; // for which our unanswered `hello` asks
  /** @type {Binding | undefined} */
  #binding;
  /** @type {Map<any, any>} */
  #said = new Map(); // of the offer, in that `hello`
  #isCore = false;
  #wasBound = false;
  /** @type {Map<string, Request>} */
  #requests = new Map();
  #lastRequest = 0;
  /** @type {Promise<void> | undefined} */
  #syncing;
  /** @type {{ outlook: Outlook, why: string } | undefined} */
  #verdict;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience; // with what has to come next
  /** @type {(code: number, reason: string) => void} */
  #over = () => {}; // the connection has ended
  #outflow = new Outflow((text) => this.#post("push", text));
  #life;
  #socket;
  #url;
  #calls;

  /** @param {Life} life @param {WebSocket} socket @param {string} url @param {Message} auth */
  constructor(life, socket, url, auth) {
    this.#life = life;
    this.#socket = socket;
    this.#url = url;
    this.#calls = new Calls(
      life.offer,
      (message) => this.#send(message),
      (type, text) => this.#post(type, text),
      life.remark,
      () => this.#follow(),
    );
    this.#await(CONNECT_MS, { why: sentences.noGateway(url) });
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#await(ANSWER_MS, { why: sentences.silent(url, auth.type, ANSWER_MS) });
      this.#send(auth);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    /** @type {Promise<End>} */
    this.ended = new Promise((resolve) => {
      this.#over = (code, reason) => {
        this.#over = () => {};
        const why = wasOpen ? sentences.lost(url, code, reason) : sentences.noGateway(url);
        this.#close();
        resolve({
          outlook: "again",
          why,
          ...life.credentials.closed(code),
          ...this.#verdict,
          wasBound: this.#wasBound,
        });
      };
      socket.onclose = ({ code, reason }) => this.#over(code, reason);
      // What cannot be connected to has an error, and not everywhere an end.
      socket.onerror = () => wasOpen || this.#over(1006, "");
    });
  }

  get binding() {
    return this.#binding;
  }

  /** @param {string} message as JSON @returns {boolean} */
  push(message) {
    return this.#state === "bound" && this.#socket.readyState === READY.OPEN && this.#outflow.offer(message);
  }

  /** @param {number} last @param {string} stream @returns {Promise<Message>} */
  read(last, stream) {
    return this.#request("queryId", { type: "stream.query", streams: [stream], last });
  }

  /** What the user has typed. @param {string} code */
  confirm(code) {
    if (this.#state === "pairing") this.#send({ type: "auth.confirm", code });
  }

  /** Tells the gateway what has changed; ends when it knows everything. @returns {Promise<void>} */
  sync() {
    if (this.#state !== "bound") return Promise.resolve();
    return (this.#syncing ??= this.#tellNews());
  }

  /** Says goodbye and hangs up. @param {string} reason @param {Partial<End>} [verdict] */
  leave(reason, verdict) {
    if (["choosing", "registering", "bound"].includes(this.#state)) this.#send({ type: "goodbye", reason });
    this.hangUp(verdict);
  }

  /** @param {Partial<End>} [verdict] */
  hangUp(verdict) {
    this.#verdict = { outlook: "again", why: sentences.LEFT, ...verdict };
    this.#close();
    this.#patience = setTimeout(() => this.#over(1006, ""), CLOSE_MS);
    this.#socket.close(1000);
  }

  /** The connection ends if what has to come next does not come. @param {number} ms @param {Partial<End>} verdict */
  #await(ms, verdict) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.hangUp(verdict), ms);
  }

  #close() {
    this.#state = "closed";
    clearTimeout(this.#patience);
    this.#unbind();
    this.#calls.close();
  }

  /** @param {Message} message */
  #send(message) {
    this.#post(message.type, JSON.stringify(message));
  }

  /** @param {string} type @param {string} text the message */
  #post(type, text) {
    if (this.#isCore && !CORE.has(type)) return;
    if (this.#socket.readyState === READY.OPEN) this.#socket.send(text);
  }

  /** @param {"requestId" | "queryId"} correlation @param {Message} message @returns {Promise<Message>} */
  #request(correlation, message) {
    if (this.#state !== "bound") return Promise.reject(new Unbound("this provider is in no session at the moment"));
    if (this.#isCore) return Promise.reject(new Error("this gateway does not answer such requests"));
    const id = `${correlation}-${++this.#lastRequest}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const why = sentences.silent(this.#url, message.type, ANSWER_MS);
        this.#life.remark(why);
        this.#answered(id)?.reject(new Error(why));
      }, ANSWER_MS);
      this.#requests.set(id, { resolve, reject, timer });
      this.#send({ ...message, [correlation]: id });
    });
  }

  /** @param {string} id @returns {Request | undefined} */
  #answered(id) {
    const request = this.#requests.get(id);
    clearTimeout(request?.timer);
    this.#requests.delete(id);
    return request;
  }

  /** @param {string} text */
  #receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.hangUp({ why: sentences.noProtocol(this.#url) });
    }
    if (EXPECTED[this.#state](message?.type)) this.#received(message);
  }

  /** Whatever else a later gateway may say is ignored. @param {Message} message */
  #received(message) {
    switch (message.type) {
      case "auth.pairing":
        this.#state = "pairing";
        clearTimeout(this.#patience);
        return this.#life.say("pairing", message.prompt);
      case "sessions":
        if (message.token) this.#life.credentials.paired(message.token);
        this.#state = "choosing";
        return this.#listed(message.active);
      case "sessions.updated":
        return this.#listed(message.active);
      case "hello.ack":
        return this.#bound(message);
      case "tool.call":
        return void this.#calls.begin(message, this.#binding?.persistDir);
      case "tool.cancel":
        return this.#calls.cancel(message.id);
      case "gate.check":
        return void this.#check(message);
      case "transform.request":
        return void this.#rewrite(message);
      case "session.event":
        return this.#life.listeners.tell(message.event, { ...message.data, session: this.#binding?.session });
      case "session.lifecycle":
        return void this.#lifecycle(message);
      case "ack":
        return this.#answered(message.requestId)?.resolve(message);
      case "stream.history":
        return this.#answered(message.queryId)?.resolve(message);
      case "error":
        return this.#refused(message);
    }
  }

  // ---- Into a session, and out of it. ----

  /** @param {Session[]} active */
  #listed(active) {
    this.#active = active;
    this.#life.listed(active);
    if (this.#state === "registering") return;
    if (this.#binding) {
      const { session } = this.#binding;
      if (active.some(({ id }) => id === session)) return this.#settle();
      this.#unbind();
      this.#state = "choosing";
      this.#choose(active, session);
    } else {
      this.#choose(active);
    }
  }

  /** There may be other sessions besides, or instead. */
  #settle() {
    if (!this.#isCore) this.#life.spread();
    this.#follow();
  }

  /** Leaves for the session that would be chosen now, once no call runs any more. A goodbye leaves no rules behind. */
  #follow() {
    const { choose, follows } = this.#life;
    if (!follows || !this.#binding || !this.#calls.isIdle) return;
    const chosen = choose(this.#active);
    if (chosen === undefined || chosen === this.#binding.session) return;
    this.leave("the user is in another session", { outlook: "now", why: "" });
  }

  /** @param {Session[]} sessions @param {string} [ended] the one that it was in */
  #choose(sessions, ended) {
    const { credentials, offer, seat } = this.#life;
    const over = this.#active.length === 0 && credentials.withoutSession();
    if (over) return this.hangUp(over);
    this.#asked = this.#life.choose(sessions);
    this.#life.claim(this.#asked);
    if (this.#asked === undefined) {
      const why = ended === undefined ? "" : sentences.sessionEnded(ended);
      if (this.#life.yields()) return this.leave("the session has ended", { outlook: "over", why });
      this.#life.say("waiting", why ? sentences.waitingAfter(why) : sentences.NO_SESSION);
      return this.#await(WAIT_FOR_SESSION_MS, { outlook: "now", why: "" });
    }
    this.#state = "registering";
    this.#await(ANSWER_MS, { why: sentences.silent(this.#url, "hello", ANSWER_MS) });
    this.#said = offer.said();
    this.#send({
      type: "hello",
      protocolVersion: 2,
      session: this.#asked,
      ...this.#life.identity(),
      ...seat.shown(),
      ...offer.hello(),
    });
  }

  /** @param {Message} message */
  #bound({ providerId, sessionId = this.#asked, reconnectToken, persistDir }) {
    this.#state = "bound";
    clearTimeout(this.#patience);
    this.#wasBound = true;
    // The Core Profile knows no reconnecting.
    this.#isCore = reconnectToken === undefined;
    this.#binding = { session: sessionId, providerId, persistDir };
    this.#asked = undefined;
    this.#life.seat.taken(reconnectToken);
    this.#life.offer.taken(this.#said);
    this.#life.say("joined", sentences.joined(sessionId, providerId));
    this.sync().catch(() => {});
    this.#life.listeners.tell("joined", this.#binding);
    // The list may have changed while the answer was on its way.
    this.#settle();
  }

  #unbind() {
    if (!this.#binding) return;
    const lost = this.#outflow.close();
    if (lost) this.#life.remark(`${lost} events were not sent: the connection has ended`);
    // Their answers say nothing any more, whatever they say: the next session is told everything anyway.
    for (const id of [...this.#requests.keys()]) this.#answered(id)?.reject(new Unbound("the session has ended"));
    this.#life.listeners.tell("left", this.#binding);
    this.#binding = undefined;
  }

  /** @param {Message} message */
  async #lifecycle({ sessionId: session, state, deadline }) {
    if (state !== "shutdown.pending") return this.#life.listeners.tell(state, { session });
    // The gateway waits for these, and not for long: they do not wait for what others are told.
    await this.#life.listeners.tellNow("ending", { session, deadline });
    const why = sentences.waitingAfter(sentences.sessionEnded(session));
    if (this.#isCore) this.leave("the session ends", { why });
    else this.#send({ type: "shutdown.ready", sessionId: session });
  }

  // ---- What is asked. ----

  /** No answer within five seconds means no, and so does a gate that fails. @param {Message} message */
  async #check({ callId, gateId, tool, args, sessionId }) {
    /** @type {any} */
    let answer = { decision: "deny", reason: "The gate failed." };
    try {
      const { decision, reason } = (await this.#life.offer.gate(gateId)?.({ tool, args, session: sessionId })) ?? {};
      if (["allow", "deny", "context", "ask"].includes(decision)) answer = { decision, reason: reason && String(reason) };
      else this.#life.remark(sentences.noDecision(tool));
    } catch (thrown) {
      this.#life.remark(sentences.failed(`the gate for '${tool}'`, thrown));
    }
    this.#send({ type: "gate.result", callId, gateId, ...answer });
  }

  /** @param {Message} message */
  async #rewrite({ callId, section, current, sessionId }) {
    let content;
    try {
      content = await this.#life.offer.rewriter(section)?.(current, { section, session: sessionId });
    } catch (thrown) {
      this.#life.remark(sentences.failed(`the transform of '${section}'`, thrown));
    }
    this.#send({ type: "transform.result", callId, ...(typeof content === "string" && { content }) });
  }

  // ---- What is told and refused. ----

  async #tellNews() {
    // What is described in one go is told in one go.
    await null;
    /** @type {unknown} */
    let refusal;
    try {
      for (let part = this.#life.offer.news(); part && this.#state === "bound"; part = this.#life.offer.news()) {
        const update = this.#life.offer.update(part);
        try {
          await this.#update(update.message);
          update.accepted();
        } catch (thrown) {
          if (thrown instanceof Unbound) throw thrown;
          const code = thrown instanceof Refused ? thrown.code : undefined;
          // The session is about to end; there is nothing wrong with the update.
          if (code === "INVALID_SESSION") throw new Unbound("the session has ended");
          if (code === "RATE_LIMITED") {
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          } else {
            // Of what was not answered, the gateway hears when it hears anything again.
            if (code === undefined) update.accepted();
            else update.refused();
            this.#life.tellNews(); // What one session refuses is taken back in all.
            refusal ??= thrown;
          }
        }
      }
    } finally {
      // Not a moment after there was no news: what comes then begins anew.
      this.#syncing = undefined;
    }
    if (refusal) throw refusal;
  }

  /** @param {Message} message */
  async #update(message) {
    if (this.#isCore) this.#send(message);
    else await this.#request("requestId", message);
  }

  /** @param {Message} error */
  #refused(error) {
    const { code, replyTo, requestId, queryId } = error;
    const id = requestId ?? queryId;
    if (id !== undefined) {
      const request = this.#answered(id);
      // Of another binding, otherwise.
      if (request && !["RATE_LIMITED", "INVALID_SESSION"].includes(code))
        this.#life.remark(sentences.refused(/** @type {any} */ (error)));
      return request?.reject(new Refused(/** @type {any} */ (error)));
    }
    if (code === "AUTH_FAILED") return this.hangUp(this.#life.credentials.refused(error.message));
    // Not every gateway says what it refuses; what else was said had its answer before.
    if (this.#state === "registering" && [undefined, "hello"].includes(replyTo)) return this.#refusedHello(error);
    if (this.#state === "authenticating" || this.#state === "pairing")
      return this.hangUp({ why: sentences.refused(/** @type {any} */ (error)) });
    this.#life.remark(sentences.refused(/** @type {any} */ (error)));
  }

  /** @param {Session[]} others */
  #chooseAmong(others) {
    this.#state = "choosing";
    this.#active = others;
    this.#choose(others);
  }

  /** @param {Message} error */
  #refusedHello(error) {
    const { credentials, choose, isEverywhere, seat } = this.#life;
    // The list may have changed while the answer was on its way, and need not change again.
    const others = this.#active.filter(({ id }) => id !== this.#asked);
    if (error.code === "INVALID_SESSION") {
      const over = credentials.withoutSession();
      return over ? this.hangUp(over) : this.#chooseAmong(others);
    }
    if (error.code === "DUPLICATE_INSTANCE") seat.lost();
    // What is taken in one session need not be in another.
    const isTaken = ["TOOL_CONFLICT", "DUPLICATE_INSTANCE"].includes(error.code);
    if (isEverywhere && isTaken && choose(others) !== undefined) return this.#chooseAmong(others);
    // Such as TOOL_CONFLICT: it may go well once whoever has the name is gone.
    const outlook = ["TOOL_CONFLICT", "DUPLICATE_INSTANCE", "RATE_LIMITED"].includes(error.code) ? "again" : "never";
    this.hangUp({ outlook, why: sentences.refusedHello(/** @type {any} */ (error), this.#life.offer.hasRules) });
  }
}
