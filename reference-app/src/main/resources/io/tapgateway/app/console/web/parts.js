// Small pieces that several views show.

import { h, say } from "./dom.js";

export function trust(level) {
  return h("span.trust", { dataset: { trust: level }, title: `trust level ${level}` }, level);
}

/** A provider as people name it. */
export function providerName(provider) {
  return provider.instance ? `${provider.name}/${provider.instance}` : (provider.name ?? "not bound");
}

export function empty(text, ...more) {
  return h("div.empty", null, h("p", null, text), ...more);
}

export function pretty(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export function time(ts, withMillis = false) {
  const date = new Date(ts);
  const clock = date.toLocaleTimeString("en-GB");
  return withMillis ? `${clock}.${String(date.getMilliseconds()).padStart(3, "0")}` : clock;
}

export function duration(millis) {
  if (millis < 1_000) {
    return `${Math.round(millis)} ms`;
  }
  if (millis < 60_000) {
    return `${(millis / 1_000).toFixed(1).replace(/\.0$/, "")} s`;
  }
  const rest = Math.round((millis % 60_000) / 1_000);
  return `${Math.floor(millis / 60_000)} min${rest > 0 ? ` ${rest} s` : ""}`;
}

/** A time in microseconds. */
export function short(micros) {
  return micros < 1_000 ? `${micros} µs` : duration(micros / 1_000);
}

/** A number of things. */
export function many(number, thing) {
  return `${number.toLocaleString()} ${thing}${number === 1 ? "" : "s"}`;
}

/** How long ago, for people. */
export function since(ts) {
  const seconds = Math.max(0, (Date.now() - new Date(ts)) / 1_000);
  if (seconds < 60) {
    return "just now";
  }
  if (seconds < 3_600) {
    return `${Math.floor(seconds / 60)} min ago`;
  }
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h ago` : new Date(ts).toLocaleDateString();
}

/** What somebody has typed as JSON; throws a sentence if it is none. */
export function parsed(text, what) {
  try {
    return JSON.parse(text || "{}");
  } catch (failure) {
    throw new Error(`${what} are no JSON: ${failure.message}. Write an object such as {"name": "Ada"}.`);
  }
}

/** Runs what a button or a form asks for, and says what went wrong where the user looks. */
export async function attempt(button, complaint, work) {
  complaint.textContent = "";
  button.disabled = true;
  try {
    return await work();
  } catch (failure) {
    complaint.textContent = failure.message;
    return undefined;
  } finally {
    button.disabled = false;
  }
}

/** How long a button says that it has copied. */
const SAID = 2_000;

/** Puts a text into the clipboard; `text()` makes it when it is wanted. */
export function copyButton(name, text, complaint) {
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = "Copied";
    say("Copied");
    setTimeout(() => (button.textContent = name), SAID);
  };
  const button = h("button.quiet", { type: "button", onclick: () => attempt(button, complaint, copy) }, name);
  return button;
}
