// Results that are more than one JSON value.

/** @import { Link, ToolContent as ContentView } from "../index.js" */

const BYTES_AT_ONCE = 32_768;

/**
 * A result of blocks for models and people, in this order, and perhaps a value for programs.
 *
 * @implements {ContentView}
 */
export class ToolContent {
  /** @type {object[]} */
  #blocks = [];
  /** @type {object | undefined} */
  #structured;
  #isError = false;

  /** @param {string} text */
  text(text) {
    return this.#add({ type: "text", text });
  }

  /** @param {Uint8Array | ArrayBuffer} bytes @param {string} mimeType */
  image(bytes, mimeType) {
    return this.#add({ type: "image", data: base64(bytes), mimeType });
  }

  /** @param {Uint8Array | ArrayBuffer} bytes @param {string} mimeType */
  audio(bytes, mimeType) {
    return this.#add({ type: "audio", data: base64(bytes), mimeType });
  }

  /** @param {string} uri @param {string} name @param {Link} [about] */
  link(uri, name, about) {
    return this.#add({ type: "resource_link", uri, name, ...about });
  }

  /** @param {string} uri @param {string | Uint8Array | ArrayBuffer} content @param {string} [mimeType] */
  resource(uri, content, mimeType) {
    const data = typeof content === "string" ? { text: content } : { blob: base64(content) };
    return this.#add({ type: "resource", resource: { uri, mimeType, ...data } });
  }

  /** @param {object} value */
  structured(value) {
    this.#structured = value;
    return this;
  }

  failed() {
    this.#isError = true;
    return this;
  }

  toJSON() {
    return {
      content: this.#blocks,
      structuredContent: this.#structured,
      ...(this.#isError && { isError: true }),
    };
  }

  /** @param {object} block */
  #add(block) {
    this.#blocks.push(block);
    return this;
  }
}

/**
 * What only looks like content is sent as the value inside of content, so that it arrives as it is.
 *
 * @param {any} data
 */
export const unmistakable = (data) =>
  !(data instanceof ToolContent) && Array.isArray(data?.content)
    ? new ToolContent().text(JSON.stringify(data)).structured(data)
    : data;

/** @param {Uint8Array | ArrayBuffer} content */
function base64(content) {
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  let binary = "";
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  return btoa(binary);
}
