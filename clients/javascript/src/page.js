// A provider that is a web page: a tab of a browser. Its user lets it in, by typing a code that the session shows.

import { Unavailable } from "./place.js";
import { PortableProvider } from "./provider.js";

/** @import { PageOptions, Provider as ProviderView } from "../page.js" */
/** @import { Credentials, Seat, Verdict } from "./provider.js" */

export { allow, ask, deny, ToolError, ToolFile } from "./calls.js";
export { ToolContent } from "./content.js";
export { Refused } from "./conversation.js";

const TAKEN_OVER = 4409;

/** @implements {ProviderView} */
export class Provider extends PortableProvider {
  #pairing;

  /** @param {string} name @param {PageOptions} [options] */
  constructor(name, { port = 9400, report = () => {}, ...options } = {}) {
    const pairing = new Pairing(Number(port));
    const metadata = () => ({ url: location.origin + location.pathname, title: document.title.slice(0, 200) });
    super(
      name,
      {
        metadata,
        session: ([only]) => only?.id, // the one that has shown the code
        ...options,
        report: (line, state) => report(line, state === "ended" ? "unpaired" : state),
      },
      pairing,
    );
    this.#pairing = pairing;
    // No goodbye: the page may be about to reload, and then wants its place back.
    addEventListener("pagehide", () => this.hangUp());
    addEventListener("pageshow", ({ persisted }) => persisted && void this.start());
  }

  /** Only the user may begin this: a page whose codes nobody types is muted. */
  pair() {
    this.#pairing.ask();
    return this.start();
  }

  /** @param {string} code */
  confirm(code) {
    this.confirmCode(code);
  }

  /** Says goodbye, and forgets who let it in. */
  async stop(reason = "the user has disconnected the page") {
    this.#pairing.forget();
    await super.stop(reason);
  }
}

/**
 * Remembered for this tab only, and only while it is open: the token that pairing gives, and which instance the tab is.
 *
 * @implements {Credentials}
 * @implements {Seat}
 */
class Pairing {
  #asks = false;
  #key;

  /** @param {number} port never a whole address: the token must not leave this machine */
  constructor(port) {
    this.url = `ws://localhost:${port}/`;
    this.#key = `tapgateway:${port}`;
  }

  /** @returns {{ token?: string, instance?: string, reconnectToken?: string }} */
  get #memory() {
    return JSON.parse(sessionStorage.getItem(this.#key) ?? "{}");
  }

  set #memory(memory) {
    sessionStorage.setItem(this.#key, JSON.stringify(memory));
  }

  /** The next connection asks for a code. */
  ask() {
    this.#asks = true;
  }

  forget() {
    sessionStorage.removeItem(this.#key);
  }

  /** @param {string} url */
  async open(url) {
    return new WebSocket(url);
  }

  /** @param {string} name */
  auth(name) {
    const { token } = this.#memory;
    if (token) return { type: "auth", token };
    if (!this.#asks) throw new Unavailable("This page is not connected.", "over");
    this.#asks = false;
    return { type: "auth", mode: "pair", name };
  }

  /** @param {string} token */
  paired(token) {
    this.#memory = { ...this.#memory, token };
  }

  /** @param {string} message @returns {Verdict} */
  refused(message) {
    this.forget();
    return { outlook: "over", why: message };
  }

  /** A paired page belongs to one session; its token is worthless after that. */
  withoutSession() {
    return this.refused("The session has ended: pair again to join another one.");
  }

  seat() {
    return this;
  }

  shown() {
    const { instance = `tab-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16)}`, reconnectToken } =
      this.#memory;
    this.#memory = { ...this.#memory, instance };
    return { instance, ...(reconnectToken && { reconnectToken }) };
  }

  /** @param {string | undefined} reconnectToken */
  taken(reconnectToken) {
    this.#memory = { ...this.#memory, reconnectToken };
  }

  /** Another tab has this one's place, as a copy of it. It may keep it; this tab is one more. */
  lost() {
    const { token } = this.#memory;
    this.#memory = { token };
  }

  /** @param {number} code @returns {Partial<Verdict>} */
  closed(code) {
    if (code === TAKEN_OVER) this.lost();
    return this.#memory.token
      ? {}
      : { outlook: "over", why: `No gateway lets this page in at ${this.url}: is one running?` };
  }
}
