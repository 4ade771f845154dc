// News for the session: streams of events, at a pace that the gateway accepts.

import { Pace } from "./pace.js";

/** @import { FilterRule, Stream as StreamView } from "../index.js" */

// The gateway takes ten in any second, and counts them when they arrive: some arrive late.
const PUSHES_AT_ONCE = 10;
const WINDOW_MS = 1_250;
const MAX_WAITING = 200;

/** What is to be pushed over one binding: sent at once, or as soon as the pace allows. */
export class Outflow {
  /** @type {string[]} */
  #waiting = [];
  #pace = new Pace(PUSHES_AT_ONCE, WINDOW_MS);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #send;

  /** @param {(message: string) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {string} message @returns {boolean} false if too many are waiting already */
  offer(message) {
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.#waiting.push(message);
    this.#flow();
    return true;
  }

  /** @returns {number} how many were not sent */
  close() {
    clearTimeout(this.#timer);
    return this.#waiting.splice(0).length;
  }

  #flow() {
    clearTimeout(this.#timer);
    while (this.#waiting.length) {
      const ms = this.#pace.take();
      if (ms) return void (this.#timer = setTimeout(() => this.#flow(), ms));
      this.#send(/** @type {string} */ (this.#waiting.shift()));
    }
  }
}

/**
 * One stream of a provider.
 *
 * @implements {StreamView}
 */
export class Stream {
  #name;
  #push;
  #filter;
  #read;
  #at;

  /**
   * @param {string} name
   * @param {object} ways
   * @param {(message: string) => boolean} ways.push
   * @param {(rules: readonly FilterRule[]) => void} ways.filter
   * @param {(last: number) => Promise<any>} ways.read
   * @param {(session: string) => StreamView} ways.at
   */
  constructor(name, { push, filter, read, at }) {
    this.#name = name;
    this.#push = push;
    this.#filter = filter;
    this.#read = read;
    this.#at = at;
  }

  /** @param {string} session */
  at(session) {
    return this.#at(session);
  }

  /** @param {string} event @param {object} [metadata] */
  keep(event, metadata) {
    return this.#tell("keep", { event, metadata });
  }

  /** @param {string} event @param {object} [metadata] */
  surface(event, metadata) {
    return this.#tell("surface", { event, metadata });
  }

  /** @param {string} event @param {object} [metadata] */
  inject(event, metadata) {
    return this.#tell("inject", { event, metadata });
  }

  /** @param {string} prompt @param {object} [metadata] */
  prompt(prompt, metadata) {
    return this.#tell("inject", { prompt, metadata });
  }

  /** @param {...FilterRule} rules */
  filter(...rules) {
    this.#filter(rules);
    return this;
  }

  async read(last = 20) {
    const history = await this.#read(last);
    return /** @type {any[]} */ (Object.values(history.streams)[0] ?? []);
  }

  /** @param {string} level @param {object} content */
  #tell(level, content) {
    // As JSON already here, where the author learns that there is none.
    return this.#push(JSON.stringify({ type: "push", level, stream: this.#name, ...content }));
  }
}
