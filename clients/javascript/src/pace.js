// What a gateway takes only so much of.

/** So many in any window of time. */
export class Pace {
  /** @type {number[]} */
  #at = [];
  #most;
  #windowMs;

  /** @param {number} most @param {number} windowMs */
  constructor(most, windowMs) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Takes a turn. @returns {number} 0, or in how many milliseconds there may be one */
  take() {
    // Not the time of day, which may be set back.
    const now = performance.now();
    this.#at = this.#at.filter((at) => at > now - this.#windowMs);
    if (this.#at.length >= this.#most) return this.#at[0] + this.#windowMs - now;
    this.#at.push(now);
    return 0;
  }
}
