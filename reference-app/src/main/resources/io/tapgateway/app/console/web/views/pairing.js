// Who wants to be let in by a code: the code to type, the window for pages of the web, and the way out of a lock.

import { post, remove } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { refresh } from "../live.js";
import { attempt, empty, since, time } from "../parts.js";
import { on, state } from "../store.js";
import { timelineOf } from "../timelines.js";

export const id = "pairing";
export const title = "Pairing";
export const about = "Pages and programs without a token are let in by six digits that only you see, and that you type there.";
export const countKeys = ["pairing"];
export const count = () => state.pairing?.pending ?? 0;

const CODE = /Pairing code (\d{6}) for (.+?)(?:\.|$)/;
const VALID = 120_000;

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const codes = h("ul.cards");
  const none = empty("Nobody asks to be let in.");
  const status = h("div.card.stack");
  put(body, status, complaint, h("h2", null, "Codes"), codes, none);

  const showCodes = () => {
    const fresh = state.pairing?.pending > 0 ? recentCodes(state.pairing.pending) : [];
    keyed(codes, fresh, (code) => code.key, codeCard);
    none.hidden = fresh.length > 0;
  };
  const showStatus = () => put(status, state.pairing && statusOf(state.pairing, complaint));
  const offs = [on(["timeline", "sessions", "pairing"], showCodes), on(["pairing"], showStatus)];
  // Time alone changes things here: windows close, and codes expire.
  const clock = setInterval(() => refresh("pairing"), 2_000);
  return () => {
    clearInterval(clock);
    offs.forEach((off) => off());
  };
}

/** The newest codes of all sessions, as many as still wait to be typed. */
function recentCodes(pending) {
  return state.sessions
    .flatMap((session) =>
      timelineOf(session.id)
        .filter((line) => line.level === "pairing" && Date.now() - new Date(line.ts) < VALID)
        .map((line) => ({ key: `${session.id}/${line.seq}`, session: session.id, ts: line.ts, text: line.text })),
    )
    .filter((line) => CODE.test(line.text))
    .sort((one, other) => other.ts.localeCompare(one.ts))
    .slice(0, pending);
}

function codeCard(line) {
  const [, code, who] = CODE.exec(line.text);
  const copied = h("span.muted", { role: "status" });
  return h(
    "li.card",
    { "aria-label": `Code for ${who}` },
    h("p.muted", null, "for"),
    h("p.origin", null, who),
    h("p.code", { "aria-label": code.split("").join(" ") }, code.slice(0, 3), h("span", { "aria-hidden": "true" }, " "), code.slice(3)),
    h("p.muted", null, `session ${line.session} · ${since(line.ts)}`),
    h("p.note", null, line.text),
    h(
      "div.actions",
      null,
      h("button", { onclick: () => navigator.clipboard.writeText(code).then(() => "copied", () => "not copied; select the digits").then((text) => (copied.textContent = text)) }, "Copy"),
      copied,
    ),
  );
}

function statusOf(pairing, complaint) {
  const act = (text, work, kind = "button") => {
    const button = h(kind, { onclick: () => attempt(button, complaint, work).then(() => refresh("pairing")) }, text);
    return button;
  };
  const open = pairing.windowClosesAt;
  return [
    h(
      "div.card-head",
      null,
      h("h2", null, "Who may ask"),
      open ? h("span.badge.good", null, `window open until ${time(open)}`) : h("span.badge", null, "window closed"),
      pairing.lockedOut && h("span.badge.bad", null, "locked"),
    ),
    h("p.muted", null, "Programs and pages of this machine may ask for a code at any time; pages of other sites only while the window is open."),
    pairing.mutedOrigins.length > 0 && h("p", null, "Muted for a while: ", pairing.mutedOrigins.map((origin) => h("span.tag", null, origin))),
    h(
      "div.actions",
      null,
      act("Open the window for 2 minutes", () => post("/api/pairing/window", { seconds: 120 }), open ? "button" : "button.primary"),
      open && act("Close it", () => remove("/api/pairing/window")),
      (pairing.lockedOut || pairing.mutedOrigins.length > 0) && act("Unlock", () => post("/api/pairing/unlock")),
      pairing.pending > 0 && act("Turn all down", () => post("/api/pairing/cancel"), "button.danger"),
    ),
  ];
}
