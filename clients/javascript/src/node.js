// A provider that is a program, in Node.js.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Unavailable } from "./place.js";
import { PortableProvider } from "./provider.js";
import * as sentences from "./sentences.js";

/** @import { ProgramOptions, Provider as ProviderView } from "../index.js" */
/** @import { Credentials, Seat, Verdict } from "./provider.js" */

export { allow, ask, deny, ToolError, ToolFile } from "./calls.js";
export { ToolContent } from "./content.js";
export { Refused } from "./conversation.js";

const LOOPBACK = /^ws:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?\/?$/;
const LAST_PORT = 65_535;
const MAX_TOKEN_FILE_BYTES = 4_096;
const FAREWELL_MS = 3_000;

/** @implements {ProviderView} */
export class Provider extends PortableProvider {
  /** @param {string} name @param {ProgramOptions} [options] */
  constructor(name, { url, token, ...options } = {}) {
    super(name, { report: printer(), ...options }, new Token(url, token));
  }

  async run() {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
      process.once(signal, () => {
        void this.stop(`the provider was stopped (${signal})`);
        setTimeout(() => process.exit(0), FAREWELL_MS).unref();
      });
    }
    const well = await this.start();
    // Whatever else the program does: it was there to be a provider.
    return process.exit(well ? 0 : 1);
  }
}

/** Prints why there is no connection once for as long as it is the same: then only the time differs. */
function printer() {
  let latest = "";
  return (/** @type {string} */ line) => {
    const [what] = line.split(sentences.AGAIN);
    if (line && (what === line || what !== latest)) console.error(line);
    if (line) latest = what;
  };
}

/**
 * A token from the code, from the environment of a program that a gateway has started, or else from the file that a
 * running gateway keeps for programs of the same user.
 *
 * @implements {Credentials}
 */
class Token {
  #given;
  #file = join(process.env.COPILOT_HOME || join(homedir(), ".copilot"), "extensions", "tap", ".provider-token");

  /** @param {string | undefined} url @param {string | undefined} token */
  constructor(url, token) {
    this.url = url ?? (process.env.TAP_GATEWAY_URL || "ws://127.0.0.1:9400/");
    this.#given = token
      ? { token, where: "the code" }
      : { token: process.env.TAP_PROVIDER_TOKEN, where: "TAP_PROVIDER_TOKEN" };
  }

  /** @param {string} url @returns {Promise<WebSocket>} */
  async open(url) {
    if (globalThis.WebSocket) return new globalThis.WebSocket(url);
    const library = await import("ws").catch(() => {
      throw new Unavailable(sentences.NO_SOCKET, "never");
    });
    return /** @type {any} */ (new library.default(url, { perMessageDeflate: false }));
  }

  auth() {
    const [, port = "80"] = LOOPBACK.exec(this.url) ?? [, "none"];
    if (!(Number(port) <= LAST_PORT)) throw new Unavailable(sentences.notHere(this.url), "never");
    const token = (this.#given.token || this.#read()).trim();
    if (!token) throw new Unavailable(sentences.noToken(this.#file));
    return { type: "auth", token };
  }

  /** Anew for each connection: every gateway makes its own token. */
  #read() {
    try {
      const text = readFileSync(this.#file, "utf8");
      return text.length > MAX_TOKEN_FILE_BYTES ? "" : text;
    } catch (thrown) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (thrown);
      if (code === "ENOENT") return "";
      throw new Unavailable(sentences.unreadableToken(this.#file, String(code)));
    }
  }

  /** @returns {Verdict} */
  refused() {
    return this.#given.token
      ? { outlook: "never", why: sentences.wrongToken(this.#given.where) }
      : { outlook: "again", why: sentences.staleToken(this.#file) };
  }

  /** @returns {Seat} */
  seat() {
    /** @type {string | undefined} */
    let reconnectToken;
    return {
      shown: () => ({ reconnectToken }),
      taken: (token) => void (reconnectToken = token),
      lost() {},
    };
  }

  withoutSession() {
    return undefined;
  }

  paired() {}

  closed() {
    return {};
  }
}
