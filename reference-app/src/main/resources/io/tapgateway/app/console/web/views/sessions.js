// The sessions: opening, ending, bringing to the foreground.

import { of, post, remove } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { refresh, showSession } from "../live.js";
import { attempt, empty, many } from "../parts.js";
import { on, state } from "../store.js";

export const id = "sessions";
export const title = "Sessions";
export const about = "Each is one agent's conversation. Providers belong to a session, and end with it.";
export const countKeys = ["sessions"];
export const count = () => state.sessions.length;

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const cards = h("ul.cards");
  const none = empty("There is no session.");
  put(body, newSession(complaint), complaint, cards, none);
  return on(["sessions", "session"], () => {
    none.hidden = state.sessions.length > 0;
    const items = state.sessions.map((session) => ({ ...session, shown: session.id === state.session }));
    keyed(cards, items, (session) => session.id, (session) => card(session, complaint));
  });
}

function newSession(complaint) {
  const name = h("input", { id: "new-id", required: true, maxlength: "128", autocomplete: "off", placeholder: "review-42" });
  const label = h("input", { id: "new-label", maxlength: "120", autocomplete: "off", placeholder: "PR #42 review" });
  const button = h("button.primary", { type: "submit" }, "Open session");
  return h(
    "form.card.inline-form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const wanted = { id: name.value, label: label.value || undefined };
        const opened = await attempt(button, complaint, () => post("/api/sessions", wanted));
        if (opened) {
          event.target.reset();
          refresh("sessions");
        }
      },
    },
    h("div.field", null, h("label", { for: "new-id" }, "Id"), name),
    h("div.field", null, h("label", { for: "new-label" }, "Label"), label),
    button,
  );
}

function card(session, complaint) {
  const action = (text, work) => {
    const button = h("button", { onclick: () => attempt(button, complaint, work).then(() => refresh("sessions")) }, text);
    return button;
  };
  return h(
    "li.card",
    { "aria-label": session.id, dataset: { shown: session.shown } },
    h("div.card-head", null, h("h2", null, session.id), session.foreground && h("span.badge.accent", null, "foreground"), session.state !== "active" && h("span.badge.warn", null, "ending")),
    h("p", null, session.label),
    session.cwd && h("p.mono.muted", null, session.cwd),
    h("p.muted", null, `${many(session.tools, "tool")} · ${many(session.providers, "provider")}`),
    h(
      "div.actions",
      null,
      !session.shown && action("Show", async () => showSession(session.id)),
      !session.foreground && action("To the foreground", () => post(of(session.id, "foreground"))),
      action("Turn finished", () => post(of(session.id, "idle"))),
      action("Interrupt", () => post(of(session.id, "interrupt"))),
      endButton(session, complaint),
    ),
  );
}

/** Asks once more in the same place. */
function endButton(session, complaint) {
  const button = h("button.danger", null, "End …");
  let sure = false;
  button.addEventListener("click", () => {
    if (!sure) {
      sure = true;
      button.textContent = "Really end it?";
      return;
    }
    attempt(button, complaint, () => remove(of(session.id))).then(() => refresh("sessions"));
  });
  button.addEventListener("blur", () => {
    sure = false;
    button.textContent = "End …";
  });
  return button;
}
