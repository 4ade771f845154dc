// News for the session: streams of events, at a pace that the gateway accepts.

/** @import { FilterRule, Stream as StreamView } from "../index.js" */

// The gateway takes ten in any second, and counts them when they arrive: some arrive late.
const PUSHES_AT_ONCE = 10;
const WINDOW_MS = 1_250;
const MAX_WAITING = 200;

/** What is to be pushed over one binding: sent at once, or as soon as the pace allows. */
export class Outflow {
  /** @type {string[]} */
  #waiting = [];
  /** @type {number[]} */
  #sentAt = [];
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
    // Not the time of day, which may be set back.
    const now = performance.now();
    this.#sentAt = this.#sentAt.filter((at) => at > now - WINDOW_MS);
    while (this.#waiting.length && this.#sentAt.length < PUSHES_AT_ONCE) {
      this.#sentAt.push(now);
      this.#send(/** @type {string} */ (this.#waiting.shift()));
    }
    if (this.#waiting.length) this.#timer = setTimeout(() => this.#flow(), this.#sentAt[0] + WINDOW_MS - now);
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

  /**
   * @param {string} name
   * @param {object} ways
   * @param {(message: string) => boolean} ways.push
   * @param {(rules: readonly FilterRule[]) => void} ways.filter
   * @param {(last: number) => Promise<any>} ways.read
   */
  constructor(name, { push, filter, read }) {
    this.#name = name;
    this.#push = push;
    this.#filter = filter;
    this.#read = read;
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
