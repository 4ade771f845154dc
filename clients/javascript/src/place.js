// A provider in one session: how it gets in, and comes back whenever a connection ends.

import { Conversation } from "./conversation.js";
import * as sentences from "./sentences.js";

/** @import { End, Life, Outlook } from "./conversation.js" */

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

/** One connection after the other. */
export class Place {
  /** Which session it has or wants; it takes another one when that is gone. @type {string | undefined} */
  session;
  /** @type {Conversation | undefined} */
  conversation;
  isConnected = false;
  hasEnded = false;

  /** @param {string | undefined} session */
  constructor(session) {
    this.session = session;
  }

  get binding() {
    return this.conversation?.binding;
  }

  /**
   * Connects, and again whenever a connection ends.
   *
   * @param {Life} life
   * @param {AbortSignal} signal tells it to stop
   * @returns {Promise<End>}
   */
  async stay(life, signal) {
    let pause = FIRST_PAUSE_MS;
    if (!signal.aborted) life.say("connecting", "");
    for (;;) {
      const end = await this.#converse(life, signal);
      const { outlook, why, wasBound } = end;
      if (signal.aborted || outlook === "over" || outlook === "never") {
        this.hasEnded = true;
        return end;
      }
      if (wasBound || outlook === "now") pause = FIRST_PAUSE_MS;
      if (outlook === "now") continue;
      // Never at the same time as all the others that a gateway's end has cut off.
      const ms = pause / 2 + (Math.random() * pause) / 2;
      if (why) life.say("waiting", sentences.again(why, ms));
      await sleep(ms, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (!signal.aborted) life.say("connecting", "");
    }
  }

  /** @param {Life} life @param {AbortSignal} signal @returns {Promise<End>} */
  async #converse(life, signal) {
    const { credentials } = life;
    try {
      if (!(await life.admitted())) throw new Unavailable(signal.aborted ? sentences.LEFT : "", "over");
      this.isConnected = true;
      const auth = credentials.auth(life.name);
      const socket = await credentials.open(credentials.url);
      this.conversation = new Conversation(life, socket, credentials.url, auth);
      // It may have been told to stop before there was a conversation to end.
      if (signal.aborted) this.conversation.hangUp({ outlook: "over" });
      return await this.conversation.ended;
    } catch (thrown) {
      if (thrown instanceof Unavailable) return { outlook: thrown.outlook, why: thrown.message, wasBound: false };
      throw thrown;
    } finally {
      this.isConnected = false;
      this.conversation = undefined;
    }
  }
}

/** @param {number} ms @param {AbortSignal} signal ends it early @returns {Promise<void>} */
export function sleep(ms, signal) {
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
