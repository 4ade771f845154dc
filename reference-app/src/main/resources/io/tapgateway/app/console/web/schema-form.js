// A form made from a JSON Schema. What it does not understand it asks for as JSON; what is right is the gateway's to judge.

import { h, put } from "./dom.js";

let ids = 0;

/**
 * @returns `{ element, read(), write(value) }`; `read` throws a sentence if something is missing or no JSON
 */
export function schemaForm(schema) {
  return isFormable(schema) ? objectField(schema, "") : jsonField(schema, "arguments", true);
}

function isFormable(schema) {
  return schema && (schema.properties || schema.type === "object" || Object.keys(schema).length === 0) && !schema.oneOf && !schema.anyOf && !schema.allOf && !schema.$ref;
}

function field(schema, name, required) {
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
    element: name ? h("fieldset", null, h("legend", null, caption(name, required)), note(schema), elements) : h("div.fields", null, parts.length > 0 ? elements : nothing),
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
  const control = h(long ? "textarea" : "input", { rows: long ? 4 : null, spellcheck: "false", autocomplete: "off", value: schema.default ?? "" });
  return labelled(schema, name, required, control, {
    read() {
      // An empty text is one only where there has to be one.
      return control.value === "" && !required ? undefined : control.value;
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
        return missing(control, name, required);
      }
      return Number(control.value);
    },
    write(value) {
      control.value = value ?? "";
    },
  });
}

function choiceField(schema, values, name, required) {
  const options = values.map((value, index) => h("option", { value: index }, typeof value === "string" ? value : JSON.stringify(value)));
  const control = h("select", null, h("option", { value: "" }, required ? "choose …" : "not given"), options);
  const choose = (value) => {
    const index = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    control.value = index < 0 ? "" : String(index);
  };
  choose(schema.default);
  return labelled(schema, name, required, control, {
    read: () => (control.value === "" ? missing(control, name, required) : values[Number(control.value)]),
    write: choose,
  });
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
    element: h("fieldset", null, h("legend", null, caption(name, required)), note(schema), list, h("button.quiet", { type: "button", onclick: () => add() }, "+ Add")),
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
        return missing(control, name, required);
      }
      try {
        return JSON.parse(control.value);
      } catch (failure) {
        control.focus();
        throw new Error(`'${name}' is no JSON: ${failure.message}. Texts stand in double quotes.`);
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

function labelled(schema, name, required, control, access) {
  control.id = `field-${++ids}`;
  control.dataset.field = name;
  control.setAttribute("aria-required", String(Boolean(required)));
  const hint = note(schema);
  if (hint) {
    hint.id = `${control.id}-note`;
    control.setAttribute("aria-describedby", hint.id);
  }
  return { element: h("div.field", null, h("label", { for: control.id }, caption(name, required)), control, hint), ...access };
}

function caption(name, required) {
  return [name, required ? h("span.required", { title: "required" }, " *") : null];
}

function note(schema) {
  const parts = [schema?.description ?? schema?.title];
  if (schema?.minimum !== undefined || schema?.maximum !== undefined) {
    parts.push(`${schema.minimum ?? "…"} to ${schema.maximum ?? "…"}`);
  }
  const text = parts.filter(Boolean).join(" · ");
  return text ? h("p.note", null, text) : null;
}
