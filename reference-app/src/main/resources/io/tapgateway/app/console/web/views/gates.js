// Asks the rules and gates of the session's providers whether a tool might be used, without using it.

import { of, post } from "../api.js";
import { h, put, say } from "../dom.js";
import { guards } from "../guards.js";
import { attempt, empty, parsed, pretty, time, trust } from "../parts.js";
import { on, state } from "../store.js";

export const id = "gates";
export const title = "Gates";
export const about = "Which rules hold, and how often they have mattered. Would this be allowed? Asks the rules and gates of providers, and calls nothing.";

const EXAMPLES = [
  ["shell", { command: "git push" }],
  ["write_file", { path: "README.md", text: "…" }],
];
const KEPT = 20;

export function mount(body) {
  const names = h("datalist", { id: "tool-names" });
  const tool = h("input", { id: "gate-tool", list: "tool-names", required: true, autocomplete: "off", spellcheck: "false", value: "shell" });
  const args = h("textarea.mono", { id: "gate-args", rows: 5, spellcheck: "false", value: JSON.stringify(EXAMPLES[0][1], null, 2) });
  const complaint = h("p.complaint", { role: "alert" });
  const button = h("button.primary", { type: "submit" }, "Ask");
  const answers = h("div.results", { role: "region", "aria-label": "Answers" });
  const none = empty("No question asked yet.");

  function submit(event) {
    event.preventDefault();
    attempt(button, complaint, async () => {
      const question = { tool: tool.value, args: parsed(args.value, "The arguments") };
      const began = performance.now();
      const decision = await post(of(state.session, "pre-tool-use"), question);
      answers.prepend(answer(question, decision, performance.now() - began));
      none.hidden = true;
      while (answers.childElementCount > KEPT) {
        answers.lastElementChild.remove();
      }
      say(`${question.tool}: ${decision.decision}`);
    });
  }

  const use = (name, value) => {
    tool.value = name;
    args.value = JSON.stringify(value, null, 2);
  };
  const inForce = guards();
  put(
    body,
    inForce.element,
    h(
      "form.card.stack",
      { onsubmit: submit },
      h("div.field", null, h("label", { for: "gate-tool" }, "Tool"), tool, names, h("p.note", null, "Any name: agents also ask about tools that they bring themselves.")),
      h("div.field", null, h("label", { for: "gate-args" }, "Arguments as JSON"), args),
      complaint,
      h("div.actions", null, button, EXAMPLES.map(([name, value]) => h("button", { type: "button", onclick: () => use(name, value) }, `${name} …`))),
    ),
    answers,
    none,
  );
  const off = on(["tools"], () => put(names, state.tools.map((one) => h("option", { value: one.name }))));
  return () => {
    inForce.close();
    off();
  };
}

function answer(question, decision, millis) {
  const denied = decision.decision === "deny";
  return h(
    "article.result",
    { dataset: { state: decision.decision } },
    h(
      "header",
      null,
      h("strong.status", null, denied ? "denied" : "allowed"),
      h("code", null, question.tool),
      h("span.muted", null, `${Math.round(millis)} ms`),
      h("time.muted", null, time(Date.now())),
    ),
    h("details", null, h("summary", null, "Arguments"), h("pre.mono", { tabindex: "0" }, pretty(question.args))),
    denied && h("p", null, h("span.muted", null, decision.provider ? `${decision.provider} says: ` : "The gateway says: "), h("span.error.reason", null, decision.reason)),
    decision.context.map((context) => h("blockquote", null, h("cite", null, context.provider), " ", trust(context.trust), h("p", null, context.text))),
    !denied && decision.context.length === 0 && h("p.muted", null, "Nobody has anything to say."),
  );
}
