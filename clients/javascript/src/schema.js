// What arguments a tool takes: as JSON Schema for the agent, and as a check before the tool runs. Pure.

/** @import { StandardSchema } from "../index.js" */

/**
 * The arguments as the tool gets them, or what is wrong with them, by a JSON pointer.
 *
 * @typedef {(args: unknown) => Promise<{ value: any } | { problem: string }>} Check
 */

/**
 * @param {string} tool for complaints
 * @param {any} schema a JSON Schema, or any Standard Schema
 * @returns {{ parameters: object, check: Check }}
 */
export function describeArguments(tool, schema = { type: "object", properties: {} }) {
  const standard = schema["~standard"];
  if (!standard) {
    const check = async (/** @type {unknown} */ value) => {
      const problem = problemOf(schema, value);
      return problem === undefined ? { value } : { problem };
    };
    return { parameters: schema, check };
  }
  return {
    parameters: jsonSchema(tool, standard).input({ target: "draft-2020-12" }),
    check: (args) => checkByLibrary(standard, args),
  };
}

/** The JSON Schema of what a tool returns. @param {string} tool @param {any} schema */
export const describeResult = (tool, schema) =>
  schema["~standard"] ? jsonSchema(tool, schema["~standard"]).output({ target: "draft-2020-12" }) : schema;

/** @param {string} tool @param {StandardSchema["~standard"]} standard */
function jsonSchema(tool, standard) {
  if (standard.jsonSchema) return standard.jsonSchema;
  throw new TypeError(
    `Tool '${tool}': this ${standard.vendor} schema cannot be turned into JSON Schema. ` +
      (standard.vendor === "valibot"
        ? "Wrap it in toStandardJsonSchema of @valibot/to-json-schema"
        : "Update the library") +
      ", or give plain JSON Schema.",
  );
}

/**
 * @param {StandardSchema["~standard"]} standard
 * @param {unknown} args
 */
async function checkByLibrary(standard, args) {
  const result = await standard.validate(args);
  if (!result.issues) return { value: result.value };
  const [{ path = [], message }] = result.issues;
  return { problem: `${pointer(path.map((step) => (typeof step === "object" ? step.key : step)))}: ${message}` };
}

/** @param {readonly PropertyKey[]} path */
const pointer = (path) => path.map((step) => `/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

// ---- A subset of JSON Schema: never refuses what the whole of it accepts. The gateway checks the rest. ----

/** @type {Record<string, (value: any) => boolean>} */
const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Code points, as JSON Schema counts them. @param {string} text */
const length = (text) => [...text].length;

/**
 * Keyword by keyword: the kind of value it is about, and what is wrong with a value, if anything.
 *
 * @type {Record<string, [string, (value: any, limit: any) => string | false]>}
 */
const KEYWORDS = {
  minimum: ["number", (value, limit) => value < limit && `must be ${limit} or more`],
  maximum: ["number", (value, limit) => value > limit && `must be ${limit} or less`],
  exclusiveMinimum: ["number", (value, limit) => value <= limit && `must be more than ${limit}`],
  exclusiveMaximum: ["number", (value, limit) => value >= limit && `must be less than ${limit}`],
  minLength: ["string", (value, limit) => length(value) < limit && `must have ${limit} or more characters`],
  maxLength: ["string", (value, limit) => length(value) > limit && `must have ${limit} or fewer characters`],
  pattern: ["string", (value, source) => !matches(source, value) && `must match ${source}`],
  minItems: ["array", (value, limit) => value.length < limit && `must have ${limit} or more elements`],
  maxItems: ["array", (value, limit) => value.length > limit && `must have ${limit} or fewer elements`],
};

/** @param {string} source @param {string} text */
function matches(source, text) {
  try {
    return new RegExp(source, "u").test(text);
  } catch {
    return true; // of another dialect than ours
  }
}

/**
 * What is wrong with a value by a schema.
 *
 * @param {any} schema
 * @param {any} value
 * @param {string[]} path to the value
 * @returns {string | undefined}
 */
export function problemOf(schema, value, path = []) {
  const says = (/** @type {string} */ complaint) => `${pointer(path) || "the arguments"}: ${complaint}`;
  if (schema === false) return says("is not allowed");
  if (!isObject(schema) || "$ref" in schema) return undefined;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length && !types.some((type) => TYPES[type]?.(value) ?? true))
    return says(`must be of type ${types.join(" or ")}`);
  if (schema.enum && !schema.enum.some((/** @type {any} */ one) => same(one, value))) {
    return says(`must be one of ${schema.enum.map((/** @type {any} */ one) => JSON.stringify(one)).join(", ")}`);
  }
  if ("const" in schema && !same(schema.const, value)) return says(`must be ${JSON.stringify(schema.const)}`);
  for (const [keyword, [type, complain]] of Object.entries(KEYWORDS)) {
    const limit = schema[keyword];
    const complaint = limit !== undefined && typeof limit !== "boolean" && TYPES[type](value) && complain(value, limit);
    if (complaint) return says(complaint);
  }
  if (isObject(value)) return problemOfMembers(schema, value, path, says);
  if (Array.isArray(value) && isObject(schema.items) && !schema.prefixItems) {
    return first(value, (element, index) => problemOf(schema.items, element, [...path, index]));
  }
  return undefined;
}

/** @param {any} schema @param {any} value @param {string[]} path @param {(complaint: string) => string} says */
function problemOfMembers(schema, value, path, says) {
  const missing = schema.required?.find((/** @type {string} */ name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${pointer([...path, missing])}: is missing`;
  const { properties = {}, additionalProperties } = schema;
  return first(Object.keys(value), (name) => {
    if (Object.hasOwn(properties, name)) return problemOf(properties[name], value[name], [...path, name]);
    if (schema.patternProperties) return undefined;
    return additionalProperties === false
      ? says(`has no member '${name}'`)
      : problemOf(additionalProperties, value[name], [...path, name]);
  });
}

/**
 * The first problem of many values.
 *
 * @param {any[]} values
 * @param {(value: any, index: any) => string | undefined} ask
 */
function first(values, ask) {
  for (const [index, value] of values.entries()) {
    const problem = ask(value, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** @param {any} one @param {any} other @returns {boolean} */
function same(one, other) {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}
