// One tool with its form, and what became of the calls that were made with it.

import { ask, of, post } from "./api.js";
import { h, put, say } from "./dom.js";
import { copyButton, duration, parsed, pretty, time, trust } from "./parts.js";
import { shownResult } from "./results.js";
import { schemaForm } from "./schema-form.js";
import { DOTS, foundSecrets, hiddenSecrets } from "./secrets.js";
import { on } from "./store.js";
import { timelineOf } from "./timelines.js";

/** What the form of a tool is to begin with, once. */
let draft = null;

/** What became of the calls of each tool, so that it is still there when somebody comes back to it. */
const kept = new Map();
const MOST_KEPT = 20;

function resultsOf(session, tool) {
  const key = JSON.stringify([session, tool.name]);
  const results = kept.get(key) ?? h("div.results", { "aria-label": "Results", role: "region" });
  kept.delete(key);
  kept.set(key, results);
  if (kept.size > MOST_KEPT) {
    kept.delete(kept.keys().next().value);
  }
  return results;
}

/** Shows the form of a tool with these arguments. */
export function rehearse(session, tool, args) {
  draft = { session, tool, args };
  location.hash = `#/tools/${encodeURIComponent(tool)}`;
}

export function toolPanel(session, tool) {
  const form = schemaForm(tool.parameters);
  const json = h("textarea.mono", { rows: 6, spellcheck: "false", "aria-label": "Arguments as JSON" });
  const asJson = h("input", { type: "checkbox", id: "as-json" });
  const fields = h("div.arguments", null, form.element);
  const complaint = h("p.complaint", { role: "alert" });
  const results = resultsOf(session, tool);
  const dots = h("p.note", { hidden: true }, `${DOTS} stands for a secret, which is sent as it is.`);
  /** What the JSON has dots for. */
  let secrets = {};

  /** Shows arguments as JSON, and their secrets as dots. */
  function showJson(args) {
    secrets = args;
    json.value = pretty(hiddenSecrets(args, tool.parameters));
    dots.hidden = !json.value.includes(DOTS);
    put(fields, json, dots);
  }

  function readJson() {
    return foundSecrets(parsed(json.value, "The arguments"), secrets, tool.parameters);
  }

  asJson.addEventListener("change", () => {
    complaint.textContent = "";
    try {
      if (asJson.checked) {
        showJson(form.read() ?? {});
      } else {
        form.write(readJson());
        put(fields, form.element);
      }
    } catch (failure) {
      asJson.checked = !asJson.checked;
      complaint.textContent = failure.message;
    }
  });

  function begin(args) {
    try {
      form.write(args);
    } catch {
      // The form has no place for them.
      asJson.checked = true;
      showJson(args);
    }
  }

  if (draft?.tool === tool.name && draft.session === session) {
    begin(draft.args);
    draft = null;
  }

  function submit(event) {
    event.preventDefault();
    complaint.textContent = "";
    try {
      const args = asJson.checked ? readJson() : form.read();
      call(args ?? {});
    } catch (failure) {
      complaint.textContent = failure.message;
    }
  }

  function call(args) {
    const run = newRun(session, tool, args);
    results.prepend(run);
    run.scrollIntoView({ block: "nearest" });
    while (results.childElementCount > 10) {
      results.lastElementChild.remove();
    }
  }

  const element = h(
    "div",
    null,
    h("div.card-head", null, h("h2", null, tool.title ?? tool.name), trust(tool.trust)),
    tool.title && h("p.mono.muted", null, tool.name),
    h("p.muted", null, `by ${tool.provider} · at most ${duration(tool.timeout)}`),
    h("p.prose", null, tool.description),
    h("p.hints", null, hints(tool.annotations).map((hint) => h("span.badge", null, hint))),
    h(
      "form.call",
      { onsubmit: submit, novalidate: true },
      fields,
      complaint,
      h("div.actions", null, h("button.primary", { type: "submit" }, "Call"), h("label.check", { for: "as-json" }, asJson, "as JSON")),
    ),
    h("details.schema", null, h("summary", null, "JSON Schema"), h("pre.mono", { tabindex: "0" }, pretty(tool.parameters))),
    results,
  );
  return element;
}

/** What the provider says that a call does. */
function hints(annotations = {}) {
  const words = {
    readOnlyHint: ["only reads", "changes something"],
    destructiveHint: ["may destroy", "destroys nothing"],
    idempotentHint: ["may be repeated", "not to be repeated"],
    openWorldHint: ["reaches beyond this machine", "stays within its own world"],
  };
  return Object.entries(words)
    .filter(([name]) => annotations[name] !== undefined)
    .map(([name, [yes, no]]) => (annotations[name] ? yes : no));
}

/** The element of one call, from the click to its outcome. It goes on when another view is opened, and ends when the page is closed. */
function newRun(session, tool, args) {
  const began = Date.now();
  const id = newCallId();
  const status = h("strong.status", null, "running …");
  const took = h("span.muted");
  const progress = h("ol.progress", { "aria-label": "Progress" });
  const outcome = h("div.outcome");
  const complaint = h("p.complaint", { role: "alert" });
  const cancel = h("button", { type: "button", onclick: end }, "Cancel");
  const element = h(
    "article.result",
    { dataset: { state: "running" } },
    h("header", null, status, took, h("time.muted", null, time(began)), cancel),
    h("details", null, h("summary", null, "Arguments"), h("pre.mono", { tabindex: "0" }, pretty(hiddenSecrets(args, tool.parameters)))),
    progress,
    outcome,
  );
  const prefix = `${tool.name}: `;
  const watchProgress = on(["timeline"], () => {
    const lines = timelineOf(session).filter((line) => line.callId === id && line.level === "progress");
    put(progress, lines.slice(-5).map((line) => h("li", null, line.text.slice(prefix.length))));
  });
  ask("POST", of(session, "tools", tool.name, "call"), { call: id, args })
    .then((response) => response.json())
    .catch((failure) => ({ ok: false, error: failure.message, errorCode: failure.code ?? "NO_ANSWER" }))
    .then((answer) => {
      watchProgress();
      cancel.remove();
      element.dataset.state = answer.ok ? "ok" : "failed";
      status.textContent = answer.ok ? "ok" : (answer.errorCode ?? "the tool reports a failure");
      took.textContent = duration(answer.durationMs ?? Date.now() - began);
      put(outcome, outcomeOf(answer), h("div.actions", null, copyButton("Copy", () => pretty(valueOf(answer)), complaint)), complaint);
      if (element.isConnected) {
        element.scrollIntoView({ block: "nearest" });
      }
      say(`${tool.name}: ${status.textContent}`);
    });
  return element;

  async function end() {
    cancel.disabled = true;
    status.textContent = "ending …";
    try {
      await post(of(session, "calls", id, "cancel"));
    } catch (failure) {
      cancel.disabled = false;
      status.textContent = failure.message;
    }
  }
}

/** A name for a call that no other has. */
function newCallId() {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `call-${Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** What somebody would want to have of an answer. */
function valueOf(answer) {
  const { content, file, data, error, errorCode } = answer;
  return content ?? file ?? (answer.ok ? (data ?? null) : { error, errorCode });
}

function outcomeOf(answer) {
  return [
    shownResult(answer) ??
      h("p.error", null, answer.error, answer.retryable ? h("span.badge", null, "may be tried again") : null),
    answer.detail && h("p.muted", null, answer.detail),
    (answer.context ?? []).map((context) => h("blockquote", null, h("cite", null, context.provider), " ", trust(context.trust), h("p", null, context.text))),
  ];
}
