// What the agent calls: every call is answered exactly once, whatever its tool does. And what gates say to calls.

import { unmistakable } from "./content.js";
import { failed } from "./sentences.js";

/** @import { Call as CallView, ToolErrorCode } from "../index.js" */

const MAX_CALLS = 1_000;
const MAX_RESULT_BYTES = 5 * 1024 * 1024 - 1_024;
const MAX_PROGRESS_CHARACTERS = 1024;
// The gateway shows ten a second, and counts them when they arrive: some arrive late.
const PROGRESS_PAUSE_MS = 125;

/** A failure that the caller may read. */
export class ToolError extends Error {
  /** @param {ToolErrorCode} code @param {string} message @param {{ retryable?: boolean }} [hint] */
  constructor(code, message, { retryable = false } = {}) {
    super(message);
    this.name = "ToolError";
    this.code = code;
    this.retryable = retryable;
  }
}

/** A result that lies in a file, below the directory that the provider has for itself. */
export class ToolFile {
  /** @param {string} path @param {string} mimeType @param {number} size */
  constructor(path, mimeType, size) {
    this.path = path;
    this.mimeType = mimeType;
    this.size = size;
  }
}

/**
 * A tool's view of its own call.
 *
 * @implements {CallView}
 */
class Call {
  #abort = new AbortController();
  #send;
  #isOver = false;
  /** @type {{ message: string, progress?: number, total?: number } | undefined} */
  #latest; // progress that waits for its turn
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;

  /** @param {any} message @param {string | undefined} persistDir @param {(message: any) => void} send */
  constructor({ id, tool, sessionId, traceparent }, persistDir, send) {
    this.id = id;
    this.tool = tool;
    this.session = sessionId;
    this.traceparent = traceparent;
    this.persistDir = persistDir;
    this.#send = send;
  }

  get signal() {
    return this.#abort.signal;
  }

  /** @param {string} text @param {{ progress: number, total?: number }} [amount] */
  progress(text, amount) {
    if (this.#isOver) return;
    const message = String(text).slice(0, MAX_PROGRESS_CHARACTERS);
    this.#latest = { message, progress: amount?.progress, total: amount?.total };
    if (this.#pause === undefined) this.#tell();
  }

  #tell() {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    if (this.#latest === undefined) return;
    this.#send({ type: "tool.progress", id: this.id, ...this.#latest });
    this.#latest = undefined;
    this.#pause = setTimeout(() => this.#tell(), PROGRESS_PAUSE_MS);
  }

  /** There is a result; what was said last is told before it. */
  finish() {
    this.#tell();
    this.#end();
  }

  cancel() {
    this.#end();
    this.#abort.abort();
  }

  #end() {
    this.#isOver = true;
    clearTimeout(this.#pause);
  }
}

/** The calls of one connection. */
export class Calls {
  /** @type {Map<string, Call>} */
  #running = new Map();
  #offer;
  #send;
  #post;
  #remark;
  #idle;

  /**
   * @param {import("./offer.js").Offer} offer
   * @param {(message: any) => void} send
   * @param {(type: string, text: string) => void} post a message that is JSON already
   * @param {(line: string) => void} remark
   * @param {() => void} idle the last one has been answered
   */
  constructor(offer, send, post, remark, idle) {
    this.#offer = offer;
    this.#send = send;
    this.#post = post;
    this.#remark = remark;
    this.#idle = idle;
  }

  get isIdle() {
    return this.#running.size === 0;
  }

  /** @param {any} message @param {string | undefined} persistDir */
  async begin(message, persistDir) {
    const { id, tool: name } = message;
    if (this.#running.size >= MAX_CALLS)
      return this.#send({ type: "tool.result", id, ...INTERNAL("The provider has too much to do already.") });
    const call = new Call(message, persistDir, this.#send);
    this.#running.set(id, call);
    const result = await this.#run(this.#offer.tool(name), message.args ?? {}, call);
    // Not if it was cancelled meanwhile: then it is answered, or its connection has ended.
    if (!this.#running.delete(id)) return;
    call.finish();
    this.#answer(call, result);
    if (this.isIdle) this.#idle();
  }

  /** The caller no longer waits. That is answered at once, even if the tool takes no notice. @param {string} id */
  cancel(id) {
    const call = this.#running.get(id);
    if (!call) return;
    this.#running.delete(id);
    this.#send({ type: "tool.result", id, error: "Cancelled", errorCode: "CANCELLED" });
    call.cancel();
    if (this.isIdle) this.#idle();
  }

  /** The connection has ended; the gateway has told the callers. */
  close() {
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const call of running) call.cancel();
  }

  /** @param {import("./offer.js").Tool | undefined} tool @param {unknown} args @param {Call} call */
  async #run(tool, args, call) {
    try {
      if (!tool) throw new ToolError("NOT_FOUND", `This provider has no tool '${call.tool}'.`);
      const checked = await tool.check(args);
      if ("problem" in checked) throw new ToolError("INVALID_ARGUMENTS", checked.problem);
      const data = await tool.run(checked.value, call);
      return data instanceof ToolFile ? { file: data } : { data: data ?? null };
    } catch (thrown) {
      if (thrown instanceof ToolError) {
        return { error: thrown.message, errorCode: thrown.code, ...(thrown.retryable && { retryable: true }) };
      }
      // The details are for the author; and a tool that stops because it was told to has done nothing wrong.
      if (!call.signal.aborted) this.#remark(failed(`tool '${call.tool}'`, thrown));
      return INTERNAL("The tool failed.");
    }
  }

  /** @param {Call} call @param {any} result */
  #answer({ id, tool }, result) {
    const answer = (/** @type {object} */ what) => JSON.stringify({ type: "tool.result", id, ...what });
    let text;
    try {
      if (["function", "symbol"].includes(typeof result.data)) throw new TypeError(`it is a ${typeof result.data}`);
      text = answer("data" in result ? { data: unmistakable(result.data) } : result);
      if (new TextEncoder().encode(text).length > MAX_RESULT_BYTES)
        text = answer(INTERNAL("The tool's result is larger than 5 MiB."));
    } catch (thrown) {
      this.#remark(failed(`turning the result of tool '${tool}' into JSON`, thrown));
      text = answer(INTERNAL("The tool's result cannot be expressed in JSON."));
    }
    this.#post("tool.result", text);
  }
}

/** @param {string} error */
const INTERNAL = (error) => ({ error, errorCode: "INTERNAL" });

/** A gate lets the call go ahead. @param {string} [remark] which the agent is told along with it */
export const allow = (remark) =>
  remark === undefined ? ALLOW : { decision: /** @type {const} */ ("context"), reason: remark };
const ALLOW = { decision: /** @type {const} */ ("allow") };

/** A gate forbids the call. @param {string} reason for the agent */
export const deny = (reason) => ({ decision: /** @type {const} */ ("deny"), reason });

/** A gate has a person decide; where nobody is, that is a no. @param {string} reason for the person */
export const ask = (reason) => ({ decision: /** @type {const} */ ("ask"), reason });
