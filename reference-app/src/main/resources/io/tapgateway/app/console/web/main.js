// Begins: signs in, then shows the shell and follows the gateway, and begins again when the browser is signed out.

import { h, put } from "./dom.js";
import { live } from "./live.js";
import { mountShell } from "./shell.js";
import { codeOf, comeBack, enter, SignedOut, takeCode } from "./sign-in.js";
import { set } from "./store.js";

const PAUSE = 1_000;

const app = document.getElementById("app");

let code = takeCode();
addEventListener("hashchange", () => {
  // The owner opens a new link in the same tab.
  if (location.hash.startsWith("#sign-in=")) {
    location.reload();
  }
});

for (;;) {
  try {
    await signIn(code);
  } catch (failure) {
    if (failure instanceof SignedOut) {
      code = await askForLink(failure.message);
    } else {
      await unreachable();
    }
    continue;
  }
  code = null;
  set("link", "connecting");
  const unmount = mountShell(app);
  await live().catch(() => {});
  unmount();
}

/** A used link does no harm where the browser is known anyway. */
async function signIn(link) {
  if (!link) {
    return comeBack();
  }
  try {
    await enter(link);
  } catch (failure) {
    if (!(failure instanceof SignedOut)) {
      throw failure;
    }
    await comeBack().catch(() => {
      throw failure;
    });
  }
}

function unreachable() {
  put(app, h("p.boot", null, "The gateway does not answer. Trying again …"));
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}

function askForLink(reason) {
  return new Promise((resolve) => {
    const field = h("input", { id: "link", autocomplete: "off", spellcheck: "false", placeholder: "http://127.0.0.1:…/#sign-in=…" });
    const hint = h("p.hint", { role: "alert" });
    const form = h(
      "form.card.door",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const found = codeOf(field.value);
          if (found) {
            resolve(found);
          } else {
            hint.textContent = "That is no sign-in link. Copy all of what ./tapgateway console prints.";
          }
        },
      },
      h("img", { src: "/mark.svg", alt: "", width: 48, height: 48 }),
      h("h1", null, "Tap Gateway"),
      h("p", null, reason),
      h("p.muted", null, "Print a link with ", h("code", null, "./tapgateway console"), ", and open it or paste it here."),
      h("label", { for: "link" }, "Sign-in link"),
      field,
      hint,
      h("button.primary", { type: "submit" }, "Sign in"),
    );
    put(app, h("main.threshold", null, form));
    field.focus();
  });
}
