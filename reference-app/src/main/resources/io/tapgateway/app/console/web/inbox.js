// What people are asked, over every view: it opens by itself when something is.

import { post } from "./api.js";
import { h, icon, keyed, put, say } from "./dom.js";
import { viewId } from "./address.js";
import { isPlain, isTyping } from "./keys.js";
import { attempt } from "./parts.js";
import { typed } from "./program-name.js";
import { questionCard } from "./question-card.js";
import { about, revoke, wanted } from "./questions.js";
import { on, state } from "./store.js";

/** @returns `{ panel, toggle, close() }` */
export function inbox() {
  const cards = new Map();
  const list = h("ol.questions");
  const ends = h("ul.ends", { role: "status", "aria-label": "Answered just now", hidden: true });
  const none = h("p.muted", null, "Nothing waits for your answer.");
  const grants = h("ul.grants", { "aria-label": "Permitted for the rest of the session" });
  const right = h("div.inbox-right");
  const count = h("span.count");
  const toggle = h("button.quiet.inbox-toggle", { "aria-expanded": "false", "aria-controls": "inbox", onclick: () => show(panel.hidden) }, icon("gates"), h("span", null, "Approvals"), " ", count);
  const panel = h(
    "section.inbox",
    { id: "inbox", "aria-label": "Approvals", hidden: true },
    h("div.card-head", null, h("h2", null, "Approvals"), h("button.quiet", { "aria-label": "Close the approvals", onclick: () => show(false) }, "×")),
    list,
    ends,
    none,
    grants,
    right,
  );

  function show(open) {
    panel.hidden = !open;
    toggle.setAttribute("aria-expanded", String(open));
  }

  function showQuestions() {
    const fresh = state.questions.filter((question) => !cards.has(question));
    [...cards.keys()].filter((question) => !state.questions.includes(question)).forEach((question) => cards.delete(question));
    fresh.forEach((question) => cards.set(question, questionCard(question)));
    const open = state.questions.filter((question) => !state.closings.has(question));
    const wanted = open.map((question) => cards.get(question).element);
    [...list.children].filter((child) => !wanted.includes(child)).forEach((child) => child.remove());
    // Only what is new is put in, so that nobody's focus is lost.
    wanted.forEach((element, place) => list.children[place] === element || list.insertBefore(element, list.children[place] ?? null));
    keyed(ends, [...state.closings].map(([question, how]) => ({ session: question.session, id: question.id, what: about(question), how })), (end) => `${end.session} ${end.id}`, endRow);
    ends.hidden = state.closings.size === 0;
    none.hidden = wanted.length > 0;
    put(count, wanted.length || "");
    toggle.setAttribute("aria-label", wanted.length > 0 ? `Approvals ${wanted.length} waiting` : "Approvals");
    if (fresh.length > 0) {
      // In the chat, what its agent asks is asked there.
      show(!panel.hidden || viewId() !== "chat" || fresh.some((question) => question.session !== state.session));
      announce(fresh);
    } else if (wanted.length === 0 && ends.hidden) {
      show(false);
    }
  }

  function showGrants() {
    grants.hidden = state.grants.length === 0;
    keyed(grants, state.grants, (grant) => `${grant.session} ${grant.id}`, grantRow);
  }

  function showRight() {
    put(right, state.person.confirmed ? mayConfirm() : mayNot());
    cards.forEach((card) => card.confirmed());
  }

  function onKey(event) {
    const oldest = cards.get(state.questions.find((question) => !state.closings.has(question)));
    if (event.key === "Escape" && panel.contains(document.activeElement)) {
      show(false);
      toggle.focus();
    } else if (oldest && !panel.hidden && isPlain(event) && !event.repeat && !isTyping(event.target)) {
      oldest.key(event.key);
    }
  }

  addEventListener("keydown", onKey);
  const offs = [on(["questions"], showQuestions), on(["grants"], showGrants), on(["person"], showRight)];
  return {
    panel,
    toggle,
    close() {
      removeEventListener("keydown", onKey);
      offs.forEach((off) => off());
    },
  };
}

/** A notification says that something waits, and nothing of what would run. */
function announce(questions) {
  const text = questions.length === 1 ? `${questions[0].session}: ${wanted(questions[0])}` : `${questions.length} questions wait for your answer`;
  say(text);
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    const shown = new Notification("Tap Gateway", { body: text, tag: "questions" });
    shown.onclick = () => window.focus();
  }
}

/** Wherever it was answered, whoever sits here sees by whom and how (U-101). */
function endRow({ session, what, how }) {
  return h("li", null, h("strong", null, session), `: ${what} – `, h("em", null, how));
}

function grantRow(grant) {
  const button = h("button.quiet", { "aria-label": `Ask again: ${grant.scope}`, onclick: () => revoke(grant) }, "Ask again");
  return h("li", null, h("span", null, h("strong", null, grant.session), `: ${grant.scope}`), button);
}

function mayNot() {
  const { code } = state.person;
  return h(
    "details.confirm",
    { open: true },
    h("summary", null, "This browser may say no, and not yet yes"),
    code
      ? h("p", null, "Type at the prompt of ", h("code", null, typed("run")), ": ", h("code.confirm-code", null, `confirm ${code.slice(0, 3)} ${code.slice(3)}`))
      : h("p", null, "Waiting for a code …"),
    h("p.note", null, "The right is gone with the last page of this browser. A gateway in the background has no prompt, and nobody can say yes there: start it by ", h("code", null, typed("run")), " on a terminal, or let agents ask you by ", h("code", null, typed("config approve-in-agent true")), "."),
    notifications(),
  );
}

function mayConfirm() {
  const complaint = h("p.complaint", { role: "alert" });
  const code = h("input", { "aria-label": "The code that another browser shows", inputmode: "numeric", autocomplete: "off", placeholder: "123 456" });
  const button = h("button", { type: "submit" }, "Let it say yes");
  const submit = async (event) => {
    event.preventDefault();
    await attempt(button, complaint, () => post("/api/consoles/confirm", { code: code.value }).then(() => (code.value = "")));
  };
  return h(
    "details.confirm",
    null,
    h("summary", null, "This browser may say yes"),
    h("form.question-answers", { onsubmit: submit }, code, button),
    complaint,
    notifications(),
  );
}

function notifications() {
  if (!("Notification" in window) || Notification.permission !== "default") {
    return null;
  }
  const button = h("button", { type: "button", onclick: () => Notification.requestPermission().then(() => button.remove()) }, "Notify me of questions");
  return h("div.actions", null, button);
}
