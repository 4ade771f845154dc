// What the author's listeners are told.

import * as sentences from "./sentences.js";

const MAX_WAITING = 1_000;

/** They are told one thing after the other, in the order in which it happened, however long they take. */
export class Listeners {
  /** @type {Map<string, Function[]>} */
  #byEvent = new Map();
  /** @type {Promise<void>} */
  #last = Promise.resolve();
  #waiting = 0;
  #isFull = false;
  #remark;

  /** @param {(line: string) => void} remark */
  constructor(remark) {
    this.#remark = remark;
  }

  /** @param {string} event @param {Function} listener */
  add(event, listener) {
    this.#byEvent.set(event, [...(this.#byEvent.get(event) ?? []), listener]);
  }

  /** Events of the session, of which the gateway tells those who ask for them. */
  get subscribed() {
    return [...this.#byEvent.keys()].filter((event) => event.includes("."));
  }

  /**
   * When all that happened before has been told; some of it is lost if too much waits.
   *
   * @param {string} event
   * @param {any} detail
   */
  tell(event, detail) {
    if (!this.#byEvent.has(event)) return;
    if (this.#waiting >= MAX_WAITING) {
      if (!this.#isFull) this.#remark(sentences.tooSlow(MAX_WAITING));
      this.#isFull = true;
      return;
    }
    this.#waiting++;
    this.#last = this.#last.then(async () => {
      await this.tellNow(event, detail);
      if (--this.#waiting === 0) this.#isFull = false;
    });
  }

  /** At once; ends when they have heard it. @param {string} event @param {any} detail */
  async tellNow(event, detail) {
    for (const listener of this.#byEvent.get(event) ?? []) {
      try {
        await listener(detail);
      } catch (thrown) {
        this.#remark(sentences.failed(`the listener to '${event}'`, thrown));
      }
    }
  }
}
