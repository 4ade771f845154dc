// What a provider brings along, and what of it the gateway knows already: tools, rules, transforms, context, filters.

import { describeArguments, describeResult } from "./schema.js";

/** @import { Message } from "./conversation.js" */
/** @import { Check } from "./schema.js" */
/** @typedef {{ definition: { name: string }, check: Check, run: (args: any, call: any) => any }} Tool */
/** @typedef {Map<string, Function>} Handlers */
/** @typedef {{ rules: object[], gates: Handlers, transforms: Record<string, object>, callbacks: Handlers }} Hooks */
/** @typedef {"tools" | "hooks" | "context" | `filter:${string}`} Part of an offer; each is replaced as a whole */

/** @type {Hooks} */
const NO_HOOKS = { rules: [], gates: new Map(), transforms: {}, callbacks: new Map() };

/** @type {[Part, any][]} */
const NOTHING = [
  ["tools", new Map()],
  ["hooks", NO_HOOKS],
];

/**
 * Wanted is what the author has described, known is what a gateway has acknowledged in one session. Parts are never
 * changed, but replaced: a part is news for as long as the two are not the same object.
 */
export class Offer {
  #wanted;
  #known = new Map(NOTHING);

  /** @param {Map<Part, any>} [wanted] */
  constructor(wanted = new Map(NOTHING)) {
    this.#wanted = wanted;
  }

  /** The same offer in another session, where nothing of it is known. */
  elsewhere() {
    return new Offer(this.#wanted);
  }

  /** @returns {Map<string, Tool>} */
  get #tools() {
    return this.#wanted.get("tools");
  }

  /** @returns {Hooks} */
  get #hooks() {
    return this.#wanted.get("hooks");
  }

  /** @param {string} name @param {any} about @param {Tool["run"]} run */
  addTool(name, { parameters: schema, outputSchema: result, ...about }, run) {
    const { parameters, check } = describeArguments(name, schema);
    const outputSchema = result && describeResult(name, result);
    const definition = plain({ name, ...about, parameters, outputSchema });
    this.#wanted.set("tools", new Map(this.#tools).set(name, { definition, check, run }));
  }

  /** @param {string} name */
  removeTool(name) {
    const tools = new Map(this.#tools);
    tools.delete(name);
    this.#wanted.set("tools", tools);
  }

  /** @param {object} rule */
  addRule(rule) {
    const hooks = this.#hooks;
    this.#wanted.set("hooks", { ...hooks, rules: [...hooks.rules, plain(rule)] });
  }

  /** @param {object | undefined} match @param {Function} decide */
  addGate(match, decide) {
    const gateId = `gate-${this.#hooks.gates.size + 1}`;
    this.addRule({ action: "gate", gateId, ...(match && { match }) });
    this.#wanted.set("hooks", { ...this.#hooks, gates: new Map(this.#hooks.gates).set(gateId, decide) });
  }

  /** @param {string} section @param {object} transform @param {Function} [rewrite] */
  setTransform(section, transform, rewrite) {
    const callbacks = new Map(this.#hooks.callbacks);
    callbacks.delete(section);
    if (rewrite) callbacks.set(section, rewrite);
    this.#wanted.set("hooks", {
      ...this.#hooks,
      transforms: { ...this.#hooks.transforms, [section]: transform },
      callbacks,
    });
  }

  /** @param {string} text */
  setContext(text) {
    this.#wanted.set("context", text);
  }

  /** @param {string} stream @param {object[]} rules */
  setFilter(stream, rules) {
    this.#wanted.set(`filter:${stream}`, plain(rules));
  }

  /**
   * Also one that is about to go, as the gateway may still call it.
   *
   * @param {string} name
   * @returns {Tool | undefined}
   */
  tool(name) {
    return this.#tools.get(name) ?? this.#known.get("tools").get(name);
  }

  /** @param {string} gateId @returns {Function | undefined} */
  gate(gateId) {
    return this.#hooks.gates.get(gateId);
  }

  /** @param {string} section @returns {Function | undefined} */
  rewriter(section) {
    return this.#hooks.callbacks.get(section);
  }

  get hasRules() {
    return this.#hooks !== NO_HOOKS;
  }

  /** What `hello` says of it. What a returning provider leaves out stays as it was, so tools are always said. */
  hello() {
    const { rules, transforms } = this.#hooks;
    const context = this.#wanted.get("context");
    return {
      tools: definitions(this.#tools),
      content: true,
      ...(this.hasRules && { hooks: { onPreToolUse: rules, transforms } }),
      ...(context !== undefined && { context }),
    };
  }

  /** What to remember as said with a `hello` now. Filters are not part of it. */
  said() {
    return new Map([...this.#wanted].filter(([part]) => !part.startsWith("filter:")));
  }

  /** The gateway has taken a `hello`. @param {Map<Part, any>} said */
  taken(said) {
    this.#known = said;
  }

  /** A part of which the gateway does not know the latest. @returns {Part | undefined} */
  news() {
    return [...this.#wanted.keys(), ...this.#known.keys()].find(
      (part) => this.#wanted.get(part) !== this.#known.get(part),
    );
  }

  /**
   * The message that tells the gateway about a part, and what follows from its answer.
   *
   * @param {Part} part
   */
  update(part) {
    const sent = this.#wanted.get(part);
    const before = this.#known.get(part);
    return {
      message: updateOf(part, sent),
      accepted: () => void this.#known.set(part, sent),
      /** What was acknowledged before counts again, unless the author has changed it meanwhile. */
      refused: () => {
        if (this.#wanted.get(part) !== sent) return;
        if (before === undefined) this.#wanted.delete(part);
        else this.#wanted.set(part, before);
      },
    };
  }
}

/** @param {Part} part @param {any} value what was taken back, if undefined @returns {Message} */
function updateOf(part, value) {
  switch (part) {
    case "tools":
      return { type: "tools.update", mode: "replace", tools: definitions(value) };
    case "hooks":
      return { type: "hooks.update", onPreToolUse: value.rules, transforms: value.transforms };
    case "context":
      return { type: "context.update", context: value ?? "" };
    default:
      return { type: "filter.set", stream: part.slice("filter:".length), rules: value ?? [] };
  }
}

/** As it is now, and as JSON: here the author learns that there is none. @template T @param {T} value @returns {T} */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** @param {Map<string, Tool>} tools */
const definitions = (tools) => [...tools.values()].map(({ definition }) => definition);
