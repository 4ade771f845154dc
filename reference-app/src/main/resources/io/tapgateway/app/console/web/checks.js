// Whether what somebody has typed into a field is what its schema asks for. The gateway judges once more; this says so sooner.

/** Patterns come from providers: one that may take for ever is left to the gateway, which gives up in time. */
const MOST_OF_PATTERN = 200;
const MOST_OF_TEXT = 200;
const MOST_REPEATED = 3;
const NESTED = /\)[*+{]|[*+}][*+{]/;
const REPEATED = /[*+]|\{\d+,\d*\}/g;

const FORMATS = {
  email: [/^[^\s@]+@[^\s@]+$/, "an address such as ada@example.org"],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, "an address such as http://localhost/"],
  date: [/^\d{4}-\d\d-\d\d$/, "a date such as 2026-01-31"],
  "date-time": [/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i, "a time such as 2026-01-31T12:00:00Z"],
  time: [/^\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/i, "a time such as 12:00:00"],
  uuid: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a UUID"],
  ipv4: [/^(\d{1,3}\.){3}\d{1,3}$/, "an address such as 127.0.0.1"],
};

/** @returns what is wrong with a text: the end of "'name' …"; null if nothing is */
export function problemOfText(text, schema) {
  const length = [...text].length;
  if (length < (schema.minLength ?? 0)) {
    return `has ${length} characters; it needs ${schema.minLength} or more`;
  }
  if (length > (schema.maxLength ?? Infinity)) {
    return `has ${length} characters; ${schema.maxLength} is the most`;
  }
  const [format, example] = FORMATS[schema.format] ?? [];
  if (format && !format.test(text)) {
    return `is not ${example}`;
  }
  return matches(text, schema.pattern) ? null : `does not match ${schema.pattern}`;
}

export function problemOfNumber(number, schema, whole) {
  if (Number.isNaN(number)) {
    return "is no number";
  }
  if (whole && !Number.isInteger(number)) {
    return "is no whole number";
  }
  if (number < (schema.minimum ?? -Infinity) || number <= (schema.exclusiveMinimum ?? -Infinity)) {
    return `is too small; ${schema.minimum ?? `more than ${schema.exclusiveMinimum}`} is the least`;
  }
  if (number > (schema.maximum ?? Infinity) || number >= (schema.exclusiveMaximum ?? Infinity)) {
    return `is too large; ${schema.maximum ?? `less than ${schema.exclusiveMaximum}`} is the most`;
  }
  return null;
}

/** Whether nobody who looks over a shoulder is to read it. */
export function isSecret(name, schema) {
  return schema.format === "password" || schema.writeOnly === true || /passw|secret|token|api[-_]?key/i.test(name);
}

/** What is tried for each repetition multiplies with what is tried for the next. */
function isSoonDone(text, pattern) {
  return pattern.length <= MOST_OF_PATTERN && text.length <= MOST_OF_TEXT && !NESTED.test(pattern) && (pattern.match(REPEATED) ?? []).length <= MOST_REPEATED;
}

function matches(text, pattern) {
  if (typeof pattern !== "string" || !isSoonDone(text, pattern)) {
    return true;
  }
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
