// The arguments of a call that somebody has to approve: all of them, and nothing in them hidden.

import { diff } from "./diff.js";
import { h } from "./dom.js";
import { pretty } from "./parts.js";

/** How tools that edit files call what was there and what is to be there. */
const EDITS = [
  ["old_string", "new_string"],
  ["old_str", "new_str"],
  ["oldText", "newText"],
  ["old_text", "new_text"],
];

const PATCH = /^(diff --git |@@ |\*\*\* Begin Patch|--- )/m;

/**
 * @param args the value
 * @param exact its JSON as it was sent, which is shown as well if this browser reads it as something else, such as a large number
 */
export function wholeArguments(args, exact) {
  const edit = EDITS.find((names) => names.every((name) => typeof args[name] === "string")) ?? [];
  const rest = Object.entries(args).filter(([name]) => !edit.includes(name));
  return h(
    "div.whole",
    null,
    rest.map(([name, value]) => h("div.whole-one", null, h("p.muted.mono", null, visible(name)), shown(value))),
    edit.length > 0 && changes(diff(args[edit[0]], args[edit[1]])),
    rest.length === 0 && edit.length === 0 && h("p.muted", null, "No arguments."),
    JSON.stringify(args) !== exact && h("details", { open: true }, h("summary", null, "Exactly as it was sent"), block(exact)),
  );
}

function shown(value) {
  if (typeof value === "string" && PATCH.test(value)) {
    return unified(value);
  }
  return block(pretty(value));
}

/** What the tool itself shows of what it would change. */
export function wholeDiff(text) {
  return h("div.whole", null, h("div.whole-one", null, h("p.muted.mono", null, "what changes"), unified(text)));
}

function unified(text) {
  return changes(text.split("\n").map((line) => ({ sign: /^[-+]/.test(line) ? line[0] : "", text: line.replace(/^[-+]/, "") })));
}

function block(text) {
  return h("pre.mono.data", { tabindex: "0" }, visible(text));
}

/** The signs are text, since not everybody sees colours. */
function changes(lines) {
  return h(
    "pre.mono.data.diff",
    { tabindex: "0", "aria-label": "What changes" },
    lines.map(({ sign, text }) => h("span.diff-line", { dataset: { sign } }, `${sign}${visible(text)}\n`)),
  );
}

/** Characters that nobody sees, or that turn the order of others around, by their numbers. */
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u2800]/gu, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${character.codePointAt(0).toString(16)}}`,
  );
}
