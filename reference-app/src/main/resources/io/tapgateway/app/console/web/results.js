// What a tool has answered with, as a page shows it: a value, a file, or blocks of content.

import { h } from "./dom.js";
import { pretty } from "./parts.js";

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
  return h("pre.mono.data", { tabindex: "0" }, pretty(data));
}

function block(it) {
  switch (it.type) {
    case "text":
      return h("p.prose", null, it.text);
    case "image":
    case "audio":
      return part(it.mimeType, it.data);
    case "resource_link":
      return h("p", null, it.name, " ", h("span.mono.muted", null, it.uri));
    case "resource":
      return it.resource.blob === undefined ? h("pre.mono.data", { tabindex: "0" }, it.resource.text) : part(it.resource.mimeType ?? "", it.resource.blob);
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
