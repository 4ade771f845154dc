// Text as its author has meant it: headings, lists, code, tables, emphasis. Links stay text, since nobody here knows where they lead.

import { h, put } from "./dom.js";

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|__[^_\n]+__|\*[^*\s][^*\n]*\*)/;

/** Whether a text has more to it than paragraphs. */
export function isMarkdown(text) {
  return text.split("\n", 400).some((line) => FENCE.test(line) || HEADING.test(line) || RULE.test(line) || /^\s*[-*+]\s+\S/.test(line)) || /\*\*[^*\n]+\*\*/.test(text.slice(0, 20_000));
}

/** The element of such a text, and the text itself for those who want that. */
export function markdown(text) {
  const shown = h("div.markdown", null, blocks(text));
  let plain = false;
  const change = h("button.quiet", { type: "button", onclick: toggle }, "As text");
  function toggle() {
    plain = !plain;
    change.textContent = plain ? "As it is meant" : "As text";
    put(shown, plain ? h("pre.mono", { tabindex: "0" }, text) : blocks(text));
  }
  return h("div.data", null, shown, change);
}

function blocks(text) {
  const lines = text.split("\n");
  const all = [];
  for (let at = 0; at < lines.length; ) {
    const [element, next] = block(lines, at);
    all.push(element);
    at = next;
  }
  return all;
}

/** The element that begins at a line, and the line after it. */
function block(lines, at) {
  const line = lines[at];
  if (line.trim() === "") {
    return [null, at + 1];
  }
  const fence = FENCE.exec(line)?.[1];
  if (fence) {
    const end = after(lines, at + 1, (it) => !it.trim().startsWith(fence));
    return [h("pre.mono", { tabindex: "0" }, lines.slice(at + 1, end).join("\n")), end + 1];
  }
  const heading = HEADING.exec(line);
  if (heading) {
    return [h("p.heading", { dataset: { level: heading[1].length } }, inline(heading[2])), at + 1];
  }
  if (ROW.test(line) && RULE.test(lines[at + 1] ?? "")) {
    const end = after(lines, at + 2, (it) => ROW.test(it));
    return [table(lines.slice(at, end)), end];
  }
  if (ITEM.test(line)) {
    const end = after(lines, at, (it) => ITEM.test(it));
    const items = lines.slice(at, end).map((it) => h("li", null, inline(ITEM.exec(it)[1])));
    return [h(/^\s*\d/.test(line) ? "ol" : "ul", null, items), end];
  }
  const end = after(lines, at + 1, (it) => it.trim() !== "" && ![FENCE, HEADING, ITEM].some((begin) => begin.test(it)));
  return [h("p", null, inline(lines.slice(at, end).join("\n"))), end];
}

function after(lines, from, goesOn) {
  let end = from;
  while (end < lines.length && goesOn(lines[end])) {
    end++;
  }
  return end;
}

function table([names, , ...rows]) {
  const cells = (row) => ROW.exec(row)[1].split("|").map((cell) => cell.trim());
  return h(
    "div.json-scroll",
    { tabindex: "0", role: "group", "aria-label": "Table" },
    h(
      "table.json-table",
      null,
      h("thead", null, h("tr", null, cells(names).map((name) => h("th", { scope: "col" }, inline(name))))),
      h("tbody", null, rows.map((row) => h("tr", null, cells(row).map((cell) => h("td", null, inline(cell)))))),
    ),
  );
}

function inline(text) {
  return text.split(INLINE).map((part) => {
    if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) {
      return h("code", null, part.slice(1, -1));
    }
    if (part.length > 4 && /^(\*\*|__)/.test(part) && part.endsWith(part.slice(0, 2))) {
      return h("strong", null, part.slice(2, -2));
    }
    return part.length > 2 && part.startsWith("*") && part.endsWith("*") ? h("em", null, part.slice(1, -1)) : part;
  });
}
