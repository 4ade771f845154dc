// The prompt as providers make it: section by section, with who had a hand in it.

import { of, post } from "../api.js";
import { h, put, say } from "../dom.js";
import { attempt, empty, parsed, trust } from "../parts.js";
import { state } from "../store.js";

export const id = "prompt";
export const title = "Prompt";
export const about = "What the agent gets to read: each section before and after providers have worked on it, and what they add.";

/** What the gateway takes if nobody gives it sections. */
const SAMPLE = {
  identity: "You are an agent that works on a software project.",
  tone: "Be brief.",
  code_change_rules: "Keep changes small.",
  custom_instructions: "",
  safety: "Ask before you do what cannot be undone.",
};

export function mount(body) {
  const text = h("input", { id: "prompt-text", autocomplete: "off", placeholder: "Fix the failing test" });
  const sections = h("textarea.mono", { id: "prompt-sections", rows: 9, spellcheck: "false", value: JSON.stringify(SAMPLE, null, 2) });
  const complaint = h("p.complaint", { role: "alert" });
  const button = h("button.primary", { type: "submit" }, "Assemble");
  const result = h("div.stack.prompt-result", { role: "region", "aria-label": "The prompt" }, empty("Assemble one to see who has a hand in it."));

  function submit(event) {
    event.preventDefault();
    attempt(button, complaint, async () => {
      const given = parsed(sections.value, "The sections");
      const wanted = { sections: given, ...(text.value ? { text: text.value } : {}) };
      const prompt = await post(of(state.session, "prompt"), wanted);
      put(result, show(given, prompt));
      say("The prompt is assembled.");
    });
  }

  put(
    body,
    h(
      "form.card.stack",
      { onsubmit: submit },
      h("div.field", null, h("label", { for: "prompt-text" }, "The user's message"), text, h("p.note", null, "Optional. Providers that listen are told that the user wrote it.")),
      h("details", null, h("summary", null, "Sections that the agent brings"), sections),
      complaint,
      h("div.actions", null, button),
    ),
    result,
  );
}

function show(given, prompt) {
  return [
    Object.entries(prompt.sections).map(([name, text]) => section(name, given[name] ?? "", text, prompt.changes[name] ?? [])),
    contexts("Context for this prompt", prompt.context),
    contexts("Said once, by newcomers", prompt.startupContext),
    prompt.notices.length > 0 &&
      h("section.card.stack", null, h("h2", null, "Notices"), h("ul.stack", null, prompt.notices.map((notice) => h("li", null, h("span.badge.warn", null, notice.kind.replaceAll("_", " ")), " ", h("strong", null, notice.provider), " ", notice.text)))),
  ];
}

function section(name, before, after, changes) {
  const touched = changes.length > 0;
  return h(
    "section.card.stack.section",
    { "aria-label": `Section ${name}`, dataset: { touched } },
    h("div.card-head", null, h("h2.mono", null, name), touched ? null : h("span.badge", null, "as it was"), changes.map(contributor)),
    after ? h("pre", { tabindex: "0" }, marked(before, after)) : h("p.muted", null, "empty"),
    touched && before && !after.includes(before) && h("details", null, h("summary", null, "What it was"), h("pre", { tabindex: "0" }, before)),
  );
}

function contributor(change) {
  const who = change.instance ? `${change.provider}/${change.instance}` : change.provider;
  return h("span.contributor", null, h("em", null, change.way), " by ", h("strong", null, who), " ", trust(change.trust));
}

/** The agent's own words stay plain where they still stand; the rest is highlighted. */
function marked(before, after) {
  const at = before ? after.indexOf(before) : -1;
  if (at < 0) {
    return before === after ? after : h("ins", null, after);
  }
  const front = after.slice(0, at);
  const back = after.slice(at + before.length);
  return [front && h("ins", null, front), before, back && h("ins", null, back)];
}

function contexts(caption, list) {
  return (
    list.length > 0 &&
    h(
      "section.card.stack",
      null,
      h("h2", null, caption),
      list.map((context) =>
        h(
          "blockquote",
          null,
          h("cite", null, context.instance ? `${context.provider}/${context.instance}` : context.provider),
          " ",
          trust(context.trust),
          h("p.prose", null, context.text),
          h("details", null, h("summary", null, "As the model sees it"), h("pre", { tabindex: "0" }, context.framed)),
        ),
      ),
    )
  );
}
