// One question to a person, with all that would happen after a yes.

import { h } from "./dom.js";
import { attempt, time, trust } from "./parts.js";
import { approve, deny } from "./questions.js";
import { state } from "./store.js";
import { wholeArguments } from "./whole-arguments.js";

/** How long a question has to be seen before a key answers it: what is being typed is not meant for it. */
const LONG_ENOUGH = 700;

/** @returns `{ element, key(name), confirmed() }` */
export function questionCard(question) {
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

  const name = `${question.tool} in ${question.session}`;
  const element = h(
    "li.question",
    { "aria-label": name },
    h("p.question-title", null, "May the agent of ", h("strong", null, question.session), " use ", h("code", null, question.tool), ` of ${question.provider}?`),
    question.askers.map((asker) => h("p.question-asker", null, h("strong", null, asker.provider), " ", trust(asker.trust), ` asks: ${asker.reason}`)),
    wholeArguments(question.args, question.exact),
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
