// What a tool has answered with, as a page shows it: a value, a file, or blocks of content.

import { h } from "./dom.js";
import { jsonView, text } from "./json-view.js";
import { isMarkdown, markdown } from "./markdown.js";

/** The elements of a result; nothing if there is none. */
export function shownResult(answer) {
  if (answer.content) {
    const { content, structuredContent } = answer.content;
    return [content.map(block), structuredContent && value(structuredContent)];
  }
  if (answer.file) {
    return part(answer.file.mimeType, answer.file.base64);
  }
  return answer.ok ? value(answer.data) : null;
}

function value(data) {
  return typeof data === "string" ? words(data) : jsonView(data);
}

/** A text that a tool answers with may be a value, a text with headings and lists, or just a text. */
function words(said) {
  const parsed = /^\s*[[{]/.test(said) ? valueIn(said) : undefined;
  if (parsed !== undefined) {
    return jsonView(parsed);
  }
  return said.length < MOST_MARKDOWN && isMarkdown(said) ? markdown(said) : text(said);
}

/** A longer text is shown as it is. */
const MOST_MARKDOWN = 200_000;

function valueIn(said) {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

function block(it) {
  switch (it.type) {
    case "text":
      return words(it.text);
    case "image":
    case "audio":
      return part(it.mimeType, it.data);
    case "resource_link":
      return h("p", null, it.name, " ", h("span.mono.muted", null, it.uri));
    case "resource":
      return it.resource.blob === undefined ? words(it.resource.text) : part(it.resource.mimeType ?? "", it.resource.blob);
    default:
      return value(it);
  }
}

/** Bytes: a picture or a sound as such, the rest by name; all of them can be kept. */
function part(mimeType, base64) {
  const source = `data:${mimeType};base64,${base64}`;
  const size = `${mimeType}, ${Math.floor((base64.length * 3) / 4).toLocaleString()} bytes`;
  return h(
    "figure.part",
    null,
    /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && h("img", { src: source, alt: "The picture that the tool has answered with" }),
    /^audio\//.test(mimeType) && h("audio", { src: source, controls: true }),
    h("figcaption", null, size, " ", h("a", { href: source, download: `result.${mimeType.split("/")[1]?.replace(/\W.*/, "") ?? "bin"}` }, "download")),
  );
}
