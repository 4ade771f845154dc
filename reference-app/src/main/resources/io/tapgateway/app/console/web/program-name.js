// What the person calls this program, so that commands can be typed as they are shown. Sentences of the gateway call it by its own name.

import { state } from "./store.js";

const USUAL = "tapgateway";

export function programName() {
  return state.health?.command ?? USUAL;
}

/** A command as it is to be typed. */
export function typed(words) {
  return `${programName()} ${words}`;
}

/** A sentence of the gateway, with the commands in it as they are to be typed. */
export function withTyped(sentence) {
  return sentence.replaceAll(/(?<![\w./-])tapgateway(?= [a-z-])/g, () => programName());
}
