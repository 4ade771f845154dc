// Follows the gateway's server-sent events, over fetch because an EventSource cannot show who it is.

import { ask } from "./api.js";

/** The gateway says something every fifteen seconds at least. */
const SILENCE = 35_000;

/**
 * Calls `onEvent(name, data)` for each event until the line breaks, and then throws.
 *
 * @param onOpen is called when nothing can be missed any more
 */
export async function follow(onOpen, onEvent) {
  const control = new AbortController();
  let watch = setTimeout(() => control.abort(), SILENCE);
  const gone = () => control.abort();
  addEventListener("offline", gone);
  try {
    const response = await ask("GET", "/api/events", undefined, control.signal);
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        throw new Error("The gateway has ended the stream.");
      }
      clearTimeout(watch);
      watch = setTimeout(() => control.abort(), SILENCE);
      rest = dispatch(rest + value, onEvent);
    }
  } finally {
    clearTimeout(watch);
    removeEventListener("offline", gone);
    control.abort();
  }
}

function dispatch(text, onEvent) {
  const blocks = text.split("\n\n");
  const rest = blocks.pop();
  for (const block of blocks) {
    const lines = block.split("\n");
    const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
    const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
    if (name) {
      onEvent(name, JSON.parse(data.join("\n")));
    }
  }
  return rest;
}
