// A form made from a JSON Schema. What it does not understand it asks for as JSON; what is right is the gateway's to judge.

import { isSecret, problemOfNumber, problemOfText } from "./checks.js";
import { h, put } from "./dom.js";

/** How many forms remember what they were last used with; in memory, since there may be secrets in it. */
const MOST_REMEMBERED = 50;

const lastOf = new Map();
let ids = 0;

/**
 * @returns `{ element, read(), write(value) }`; `read` throws a sentence if something is missing or not what is asked for
 */
export function schemaForm(schema) {
  const form = isFormable(schema) ? objectField(schema, "") : field(schema ?? {}, "arguments", true);
  const key = JSON.stringify(schema);
  const examples = (Array.isArray(schema?.examples) ? schema.examples : []).map((value, place) => [`Example ${place + 1}`, value]);
  const offers = [...(lastOf.has(key) ? [["As last time", lastOf.get(key)]] : []), ...examples];
  return {
    ...form,
    element: offers.length === 0 ? form.element : h("div.fields", null, h("div.actions", null, offers.map(([name, value]) => h("button", { type: "button", onclick: () => form.write(value) }, name))), form.element),
    read() {
      const value = form.read();
      lastOf.delete(key);
      lastOf.set(key, value);
      if (lastOf.size > MOST_REMEMBERED) {
        lastOf.delete(lastOf.keys().next().value);
      }
      return value;
    },
  };
}

function isFormable(schema) {
  return schema && (schema.properties || schema.type === "object" || Object.keys(schema).length === 0) && !schema.oneOf && !schema.anyOf && !schema.allOf && !schema.$ref;
}

function field(schema, name, required) {
  if (Array.isArray(schema.oneOf) && !schema.properties && schema.oneOf.every((one) => one && typeof one === "object")) {
    return schema.oneOf.every((one) => "const" in one) ? choiceField(schema, schema.oneOf.map((one) => one.const), name, required, schema.oneOf.map((one) => one.title)) : variantField(schema, name, required);
  }
  if (Array.isArray(schema.anyOf) && schema.anyOf.length > 0 && schema.anyOf.every((one) => one && typeof one === "object" && "const" in one)) {
    return choiceField(schema, schema.anyOf.map((one) => one.const), name, required, schema.anyOf.map((one) => one.title));
  }
  const type = Array.isArray(schema.type) ? schema.type.filter((one) => one !== "null")[0] : schema.type;
  if (Array.isArray(schema.enum) || "const" in schema) {
    return choiceField(schema, schema.enum ?? [schema.const], name, required);
  }
  switch (type) {
    case "string":
      return textField(schema, name, required);
    case "integer":
    case "number":
      return numberField(schema, name, required, type === "integer");
    case "boolean":
      return choiceField(schema, [true, false], name, required);
    case "array":
      return arrayField(schema, name, required);
    case "object":
      return isFormable(schema) && schema.properties ? objectField(schema, name, required) : jsonField(schema, name, required);
    default:
      return jsonField(schema, name, required);
  }
}

function objectField(schema, name, required) {
  const must = new Set(Array.isArray(schema.required) ? schema.required : []);
  const parts = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, field(part ?? {}, key, must.has(key))]);
  const elements = parts.map(([, part]) => part.element);
  const nothing = h("p.muted", null, "No arguments.");
  return {
    element: name ? h("fieldset", null, h("legend", null, caption(schema, name, required)), note(schema), elements) : h("div.fields", null, parts.length > 0 ? elements : nothing),
    read() {
      const value = {};
      for (const [key, part] of parts) {
        const read = part.read();
        if (read !== undefined) {
          value[key] = read;
        }
      }
      return name && !required && Object.keys(value).length === 0 ? undefined : value;
    },
    write(value) {
      parts.forEach(([key, part]) => part.write(value?.[key]));
    },
  };
}

function textField(schema, name, required) {
  const long = schema.maxLength > 200 || schema.format === "textarea";
  const type = isSecret(name, schema) ? "password" : "text";
  const control = h(long ? "textarea" : "input", { type: long ? null : type, rows: long ? 4 : null, spellcheck: "false", autocomplete: "off", value: schema.default ?? "" });
  return labelled(schema, name, required, control, {
    read() {
      // An empty text is said as JSON.
      if (control.value === "") {
        return missing(control, called(schema, name), required);
      }
      return checked(control, called(schema, name), control.value, problemOfText(control.value, schema));
    },
    write(value) {
      control.value = value ?? "";
    },
  });
}

function numberField(schema, name, required, whole) {
  const control = h("input", { type: "number", step: whole ? "1" : "any", min: schema.minimum ?? null, max: schema.maximum ?? null, value: schema.default ?? "" });
  return labelled(schema, name, required, control, {
    read() {
      if (control.value === "") {
        return missing(control, called(schema, name), required);
      }
      const number = Number(control.value);
      return checked(control, called(schema, name), number, problemOfNumber(number, schema, whole));
    },
    write(value) {
      control.value = value ?? "";
    },
  });
}

function choiceField(schema, values, name, required, titles = []) {
  const options = values.map((value, index) => h("option", { value: index }, titles[index] ?? (typeof value === "string" ? value : JSON.stringify(value))));
  const control = h("select", null, h("option", { value: "" }, required ? "choose …" : "not given"), options);
  const choose = (value) => {
    const index = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    control.value = index < 0 ? "" : String(index);
  };
  choose(schema.default);
  return labelled(schema, name, required, control, {
    read: () => (control.value === "" ? missing(control, called(schema, name), required) : values[Number(control.value)]),
    write: choose,
  });
}

/** One of several forms, of which the first that takes a value is chosen to show it. */
function variantField(schema, name, required) {
  const variants = schema.oneOf.map((one) => field(one, name, required));
  const place = h("div.fields");
  const select = h("select", { "aria-label": `Kind of ${name}`, onchange: () => show() }, schema.oneOf.map((one, index) => h("option", { value: index }, one.title ?? one.description ?? one.type ?? `Kind ${index + 1}`)));
  const show = () => put(place, variants[Number(select.value)].element);
  show();
  return {
    element: h("fieldset", null, h("legend", null, caption(schema, name, required)), note(schema), select, place),
    read: () => variants[Number(select.value)].read(),
    write(value) {
      const index = schema.oneOf.findIndex((one) => Object.entries(one.properties ?? {}).every(([key, part]) => !("const" in (part ?? {})) || part.const === value?.[key]));
      select.value = String(Math.max(0, index));
      show();
      variants[Number(select.value)].write(value);
    },
  };
}

function arrayField(schema, name, required) {
  const rows = [];
  const list = h("div.array");
  const add = (value) => {
    const part = field(schema.items ?? {}, `${name} ${rows.length + 1}`, true);
    const row = h("div.array-row", null, part.element, h("button.quiet", { type: "button", "aria-label": `Remove ${name} ${rows.length + 1}`, onclick: () => drop(row) }, "×"));
    rows.push({ row, part });
    list.append(row);
    if (value !== undefined) {
      part.write(value);
    }
  };
  const drop = (row) => {
    rows.splice(rows.findIndex((one) => one.row === row), 1);
    row.remove();
  };
  (schema.default ?? []).forEach(add);
  return {
    element: h("fieldset", null, h("legend", null, caption(schema, name, required)), note(schema), list, h("button.quiet", { type: "button", onclick: () => add() }, "+ Add")),
    read: () => (rows.length === 0 && !required ? undefined : rows.map(({ part }) => part.read())),
    write(value) {
      put(list);
      rows.length = 0;
      (Array.isArray(value) ? value : []).forEach(add);
    },
  };
}

function jsonField(schema, name, required) {
  const control = h("textarea.mono", { rows: 4, spellcheck: "false", placeholder: "JSON", value: schema?.default === undefined ? "" : JSON.stringify(schema.default) });
  return labelled(schema ?? {}, name, required, control, {
    read() {
      if (control.value.trim() === "") {
        return missing(control, called(schema, name), required);
      }
      try {
        return JSON.parse(control.value);
      } catch (failure) {
        control.focus();
        throw new Error(`'${called(schema, name)}' is no JSON: ${failure.message}. Texts stand in double quotes.`);
      }
    },
    write(value) {
      control.value = value === undefined ? "" : JSON.stringify(value, null, 2);
    },
  });
}

function missing(control, name, required) {
  if (required) {
    control.focus();
    throw new Error(`'${name}' is missing. Fill it in.`);
  }
  return undefined;
}

/** Where the mistake is, is also marked for those who do not see colours. */
function checked(control, name, value, problem) {
  control.setAttribute("aria-invalid", String(problem !== null));
  if (problem !== null) {
    control.focus();
    throw new Error(`'${name}' ${problem}.`);
  }
  return value;
}

function labelled(schema, name, required, control, access) {
  control.id = `field-${++ids}`;
  control.dataset.field = name;
  control.setAttribute("aria-required", String(Boolean(required)));
  const hint = note(schema);
  if (hint) {
    hint.id = `${control.id}-note`;
    control.setAttribute("aria-describedby", hint.id);
  }
  const examples = Array.isArray(schema?.examples) && control.tagName === "INPUT" && control.type !== "password" ? h("datalist", { id: `${control.id}-examples` }, schema.examples.map((value) => h("option", { value }))) : null;
  if (examples) {
    control.setAttribute("list", examples.id);
  }
  return { element: h("div.field", null, h("label", { for: control.id }, caption(schema, name, required)), control, examples, hint), ...access };
}

/** People read the title, where there is one. */
function called(schema, name) {
  return typeof schema?.title === "string" && schema.title.trim() ? schema.title : name;
}

function caption(schema, name, required) {
  return [called(schema, name), required ? h("span.required", { title: "required" }, " *") : null];
}

function note(schema) {
  const parts = [schema?.description];
  if (schema?.minimum !== undefined || schema?.maximum !== undefined) {
    parts.push(`${schema.minimum ?? "…"} to ${schema.maximum ?? "…"}`);
  }
  const text = parts.filter(Boolean).join(" · ");
  return text ? h("p.note", null, text) : null;
}
