// Begins: shows the shell and follows the gateway, for as long as this browser is signed in.

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { live } from "./live.js";
import { findKey } from "./person.js";
import { typed } from "./program-name.js";
import { mountShell } from "./shell.js";
import { SignedOut, takePass } from "./sign-in.js";
import { set } from "./store.js";

const app = document.getElementById("app");
let unmount = () => {};

takePass();
try {
  await knownHere();
  await findKey();
  set("link", "connecting");
  unmount = mountShell(app);
  await live();
} catch (failure) {
  unmount();
  askForLink(failure.message);
}

/** Who is not signed in shall not see an empty house first. */
async function knownHere() {
  try {
    set("health", await get("/api/health"));
  } catch (failure) {
    if (failure instanceof SignedOut) {
      throw failure;
    }
  }
}

function askForLink(reason) {
  put(
    app,
    h(
      "main.threshold",
      null,
      h(
        "section.card.door",
        { role: "alert" },
        h("img", { src: "/mark.svg", alt: "", width: 48, height: 48 }),
        h("h1", null, "Tap Gateway"),
        h("p", null, reason),
        h("p.muted", null, "With every start of the gateway the console has a new address. Print a link with ", h("code", null, typed("console")), " and open it."),
      ),
    ),
  );
}
