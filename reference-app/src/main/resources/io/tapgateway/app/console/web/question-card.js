// One question to a person: whether a tool may be used, with all that would happen after a yes, or what an agent wants to know.

import { h } from "./dom.js";
import { attempt, time, trust } from "./parts.js";
import { answer, approve, deny } from "./questions.js";
import { schemaForm } from "./schema-form.js";
import { state } from "./store.js";
import { wholeArguments, wholeDiff } from "./whole-arguments.js";

/** How long a question has to be seen before a key answers it: what is being typed is not meant for it. */
const LONG_ENOUGH = 700;

/** @returns `{ element, key(name), confirmed() }` */
export function questionCard(question) {
  return question.kind === "question" ? answerCard(question) : approvalCard(question);
}

/** Keys answer nothing here: what is wanted is a text. */
function answerCard(question) {
  const complaint = h("p.complaint", { role: "alert" });
  const form = question.schema ? schemaForm(question.schema) : null;
  const text = h("textarea", { "aria-label": "Your answer", rows: 2, placeholder: "your answer" });
  const send = h("button.primary", { type: "submit" }, "Answer");
  const none = h("button.quiet", { type: "button", onclick: () => attempt(none, complaint, () => deny(question, "")) }, "Do not answer");
  const choices = question.choices.map((choice) => {
    const button = h("button.choice", { type: "button", onclick: () => attempt(button, complaint, () => answer(question, choice)).then(confirmed) }, choice);
    return button;
  });

  function confirmed() {
    [send, ...choices].forEach((button) => (button.disabled = !state.person.confirmed));
  }

  function submit(event) {
    event.preventDefault();
    attempt(send, complaint, () => answer(question, form ? form.read() : text.value)).then(confirmed);
  }

  const element = h(
    "li.question",
    { "aria-label": `A question in ${question.session}` },
    h("p.question-title", null, question.asker === "host" ? "The agent of " : `${question.asker} in `, h("strong", null, question.session), " asks:"),
    question.title && h("p.question-text", null, h("strong", null, question.title)),
    h("p.question-text", null, question.text),
    choices.length > 0 && h("div.choices", { role: "group", "aria-label": "Answers to choose from" }, choices),
    complaint,
    h("form.question-answers", { onsubmit: submit }, form ? form.element : !question.onlyChoices && text, !question.onlyChoices && send, none, h("time.muted", null, time(question.askedAt))),
  );
  confirmed();
  return { element, confirmed, key() {} };
}

function approvalCard(question) {
  const shownAt = performance.now();
  const complaint = h("p.complaint", { role: "alert" });
  const reason = h("input", { "aria-label": "Why not, for the agent", placeholder: "why not (optional)", autocomplete: "off", maxlength: 1_024 });
  const scope = h(
    "select",
    { "aria-label": "What is approved" },
    h("option", { value: "" }, "only this, once"),
    question.scopes.map((text) => h("option", { value: text }, `for this session: ${text}`)),
  );
  const yes = h("button.primary", { type: "button", onclick: () => attempt(yes, complaint, () => approve(question, scope.value)).then(confirmed) }, "Approve ", h("kbd", null, "y"));
  const no = h("button.danger", { type: "submit" }, "Deny ", h("kbd", null, "n"));

  function confirmed() {
    yes.disabled = !state.person.confirmed;
  }

  function refuse(event) {
    event?.preventDefault();
    attempt(no, complaint, () => deny(question, reason.value));
  }

  const ofAgent = question.provider === "host";
  const name = `${question.tool} in ${question.session}`;
  const element = h(
    "li.question",
    { "aria-label": name },
    h("p.question-title", null, "May the agent of ", h("strong", null, question.session), " use ", ofAgent ? "its own " : "", h("code", null, question.tool), ofAgent ? "?" : ` of ${question.provider}?`),
    question.dangerous && h("p.danger-note", null, h("span.badge", { dataset: { result: "bad" } }, "dangerous"), " It may destroy something, so each use of it is approved one by one."),
    question.askers.map((asker) => h("p.question-asker", null, h("strong", null, asker.provider), " ", trust(asker.trust), ` asks: ${asker.reason}`)),
    wholeArguments(question.args, question.exact),
    question.diff && wholeDiff(question.diff),
    complaint,
    h("form.question-answers", { onsubmit: refuse }, yes, question.scopes.length > 0 && scope, reason, no, h("time.muted", null, time(question.askedAt))),
  );
  confirmed();
  return {
    element,
    confirmed,
    key(name) {
      if (performance.now() - shownAt < LONG_ENOUGH) {
        return;
      }
      if (name === "y") {
        yes.click();
      } else if (name === "n") {
        refuse();
      }
    },
  };
}
