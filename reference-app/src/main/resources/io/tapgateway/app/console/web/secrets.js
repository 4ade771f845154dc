// What nobody who looks over a shoulder is to read: fields whose schema or name says so are shown as dots, and kept as they are.

import { isSecret } from "./checks.js";

export const DOTS = "••••••••";

/** The same arguments with dots in the place of secrets. */
export function hiddenSecrets(value, schema) {
  return walked(value, schema, () => DOTS);
}

/** Arguments that were shown with dots, with the secrets where the dots still stand. */
export function foundSecrets(shown, original, schema) {
  return walked(shown, schema, (text, path) => (text === DOTS ? path.reduce((value, key) => value?.[key], original) : text));
}

function walked(value, schema, change, path = []) {
  if (Array.isArray(value)) {
    return value.map((part, place) => walked(part, schema?.items, change, [...path, place]));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const its = schema?.properties?.[name] ?? {};
      const here = [...path, name];
      return [name, typeof part === "string" && isSecret(name, its) ? change(part, here) : walked(part, its, change, here)];
    }),
  );
}
