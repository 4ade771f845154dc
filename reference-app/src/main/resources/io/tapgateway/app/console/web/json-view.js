// A value as people read it: a tree that opens where one looks, rows of equal objects as a table, and a search in all of it.
// Only what is open is built, so that a value of a megabyte costs no more than a small one.

import { h, put } from "./dom.js";
import { many } from "./parts.js";

/** How many parts of one value are shown at once. */
const PORTION = 100;

/** How many characters of a text are shown at once. */
const LONG_TEXT = 20_000;

/** How much of a text is shown among others, until somebody wants all of it. */
const SHORT_TEXT = 500;

/** How many columns a table may have, and how many finds are listed. */
const MOST_COLUMNS = 12;
const MOST_FOUND = 200;

/** The element of a value. */
export function jsonView(value) {
  if (typeof value === "string") {
    return text(value);
  }
  if (!isContainer(value) || sizeOf(value) === 0) {
    return h("pre.mono.data", { tabindex: "0" }, JSON.stringify(value));
  }
  const shown = h("div.json-shown", null, inside(value));
  return h("div.json.data", null, isLarge(value) && search(value, shown), shown);
}

/** A text, of which a long one is shown in portions. */
export function text(value) {
  const pre = h("pre.mono.data", { tabindex: "0" }, value.slice(0, LONG_TEXT));
  if (value.length <= LONG_TEXT) {
    return pre;
  }
  let end = LONG_TEXT;
  const more = h("button.quiet", { type: "button", onclick: next }, moreText());
  function moreText() {
    return `Show more: ${(value.length - end).toLocaleString()} characters are left`;
  }
  function next() {
    pre.append(value.slice(end, end + 10 * LONG_TEXT));
    end += 10 * LONG_TEXT;
    more.textContent = moreText();
    if (end >= value.length) {
      more.remove();
    }
  }
  return h("div", null, pre, more);
}

function isContainer(value) {
  return typeof value === "object" && value !== null;
}

function sizeOf(value) {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** Whether it is worth a search: there is more than one sees at once. */
function isLarge(value) {
  return sizeOf(value) > 10 || Object.values(value).some((part) => isContainer(part) && sizeOf(part) > 5);
}

/** What is in an object or a list. */
function inside(value) {
  const columns = columnsOf(value);
  return columns ? tableOf(value, columns) : portions(h("ul.json-tree"), Object.entries(value), ([name, part]) => node(name, part));
}

/** The names that all elements of a list have, if these are objects of plain values. */
function columnsOf(value) {
  if (!Array.isArray(value) || value.length < 2 || !value.every((row) => isContainer(row) && !Array.isArray(row))) {
    return null;
  }
  const columns = Object.keys(value[0]);
  const print = columns.join("\u0000");
  const isTable =
    columns.length > 0 &&
    columns.length <= MOST_COLUMNS &&
    value.every((row) => Object.keys(row).join("\u0000") === print && !Object.values(row).some(isContainer));
  return isTable ? columns : null;
}

function tableOf(rows, columns) {
  const body = h("tbody");
  const table = h("table.json-table", null, h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, name)))), body);
  const cells = (row) => h("tr", null, columns.map((name) => h("td", { dataset: { kind: typeof row[name] } }, cell(row[name]))));
  return h("div.json-scroll", { tabindex: "0", role: "group", "aria-label": many(rows.length, "row") }, portions(table, rows, cells, body));
}

function shown(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Fills an element with some of the items, and with more of them if that is wanted. */
function portions(element, items, build, into = element) {
  let end = 0;
  const more = h("button.quiet", { type: "button", onclick: next });
  function next() {
    into.append(...items.slice(end, end + PORTION).map(build));
    end += PORTION;
    more.textContent = `Show more: ${(items.length - end).toLocaleString()} are left`;
    if (end >= items.length) {
      more.remove();
    }
  }
  next();
  return end < items.length ? h("div", null, element, more) : element;
}

function node(name, value) {
  if (!isContainer(value) || sizeOf(value) === 0) {
    return h("li", null, h("span.json-name", null, name), ": ", scalar(value));
  }
  const kind = Array.isArray(value) ? `[${value.length}]` : `{${sizeOf(value)}}`;
  const details = h("details", { ontoggle: build }, h("summary", null, h("span.json-name", null, name), " ", h("span.muted", null, kind)));
  function build() {
    if (details.open && details.childElementCount === 1) {
      details.append(inside(value));
    }
  }
  return h("li", null, details);
}

function scalar(value) {
  const all = JSON.stringify(value);
  const piece = h("span.json-value", { dataset: { kind: value === null ? "null" : typeof value } }, all.length > SHORT_TEXT ? `${all.slice(0, SHORT_TEXT)}…` : all);
  return typeof value === "string" && (all.length > SHORT_TEXT || value.includes("\n")) ? expandable(piece, value) : piece;
}

function cell(value) {
  return typeof value === "string" && value.length > SHORT_TEXT ? expandable(h("span", null, `${value.slice(0, SHORT_TEXT)}…`), value) : shown(value);
}

/** A piece of a text, and a button that shows the text itself, with its lines, in its place. */
function expandable(piece, whole) {
  const more = h("button.quiet", { type: "button", onclick: () => put(place, text(whole)) }, whole.length > SHORT_TEXT ? `Show all ${whole.length.toLocaleString()} characters` : "Show as text");
  const place = h("span.json-long", null, piece, " ", more);
  return place;
}

/** A field that shows, in the place of the tree, where a word stands in names and values. */
function search(value, place) {
  let last = 0;
  const count = h("span.muted", { role: "status" });
  const field = h("input.json-search", { type: "text", placeholder: "Search in it", "aria-label": "Search in the result", spellcheck: "false", oninput: () => (clearTimeout(last), (last = setTimeout(find, 150))) });
  function find() {
    const wanted = field.value.trim().toLowerCase();
    if (wanted === "") {
      count.textContent = "";
      put(place, inside(value));
      return;
    }
    const found = [];
    collect(value, "", wanted, found);
    count.textContent = found.length > MOST_FOUND ? `the first ${MOST_FOUND}` : many(found.length, "find");
    put(place, h("ul.json-tree", null, found.slice(0, MOST_FOUND).map(([path, part]) => h("li", null, h("span.json-name", null, path), ": ", scalar(part)))));
  }
  return h("div.json-bar", null, field, count);
}

function collect(value, path, wanted, found) {
  for (const [name, part] of Object.entries(value)) {
    if (found.length > MOST_FOUND) {
      return;
    }
    const here = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    if (isContainer(part)) {
      if (!Array.isArray(value) && name.toLowerCase().includes(wanted)) {
        found.push([here, Array.isArray(part) ? `[${part.length}]` : `{${sizeOf(part)}}`]);
      }
      collect(part, here, wanted, found);
    } else if ((!Array.isArray(value) && name.toLowerCase().includes(wanted)) || shown(part).toLowerCase().includes(wanted)) {
      found.push([here, part]);
    }
  }
}
