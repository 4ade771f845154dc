// One tool with its form, and what became of the calls that were made with it.

import { ask, of } from "./api.js";
import { h, put, say } from "./dom.js";
import { duration, parsed, pretty, time, trust } from "./parts.js";
import { schemaForm } from "./schema-form.js";
import { on } from "./store.js";
import { timelineOf } from "./timelines.js";

export function toolPanel(session, tool) {
  const form = schemaForm(tool.parameters);
  const json = h("textarea.mono", { rows: 6, spellcheck: "false", "aria-label": "Arguments as JSON" });
  const asJson = h("input", { type: "checkbox", id: "as-json" });
  const fields = h("div.arguments", null, form.element);
  const complaint = h("p.complaint", { role: "alert" });
  const results = h("div.results", { "aria-label": "Results", role: "region" });
  const running = new Set();

  asJson.addEventListener("change", () => {
    complaint.textContent = "";
    try {
      if (asJson.checked) {
        json.value = JSON.stringify(form.read() ?? {}, null, 2);
      } else {
        form.write(parsed(json.value, "The arguments"));
      }
      put(fields, asJson.checked ? json : form.element);
    } catch (failure) {
      asJson.checked = !asJson.checked;
      complaint.textContent = failure.message;
    }
  });

  function submit(event) {
    event.preventDefault();
    complaint.textContent = "";
    try {
      const args = asJson.checked ? parsed(json.value, "The arguments") : form.read();
      call(args ?? {});
    } catch (failure) {
      complaint.textContent = failure.message;
    }
  }

  async function call(args) {
    const run = newRun(session, tool, args);
    results.prepend(run.element);
    run.element.scrollIntoView({ block: "nearest" });
    while (results.childElementCount > 10) {
      results.lastElementChild.remove();
    }
    running.add(run);
    await run.finished;
    running.delete(run);
  }

  const element = h(
    "div",
    null,
    h("div.card-head", null, h("h2", null, tool.name), trust(tool.trust)),
    h("p.muted", null, `by ${tool.provider} · at most ${duration(tool.timeout)}`),
    h("p.prose", null, tool.description),
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
  return { element, close: () => running.forEach((run) => run.abandon()) };
}

/** One call, from the click to its outcome. Leaving the page does not end it: the agent's calls do not end by looking away either. */
function newRun(session, tool, args) {
  const began = Date.now();
  const status = h("strong.status", null, "running …");
  const took = h("span.muted");
  const progress = h("ol.progress", { "aria-label": "Progress" });
  const outcome = h("div.outcome");
  const element = h(
    "article.result",
    { dataset: { state: "running" } },
    h("header", null, status, took, h("time.muted", null, time(began))),
    h("details", null, h("summary", null, "Arguments"), h("pre.mono", { tabindex: "0" }, pretty(args))),
    progress,
    outcome,
  );
  const first = timelineOf(session).at(-1)?.seq ?? 0;
  const prefix = `${tool.name}: `;
  const watchProgress = on(["timeline"], () => {
    const lines = timelineOf(session).filter((line) => line.seq > first && line.level === "progress" && line.text.startsWith(prefix));
    put(progress, lines.slice(-5).map((line) => h("li", null, line.text.slice(prefix.length))));
  });
  const finished = ask("POST", of(session, "tools", tool.name, "call"), { args })
    .then((response) => response.json())
    .catch((failure) => ({ ok: false, error: failure.message, errorCode: failure.code ?? "NO_ANSWER" }))
    .then((answer) => {
      watchProgress();
      element.dataset.state = answer.ok ? "ok" : "failed";
      status.textContent = answer.ok ? "ok" : answer.errorCode;
      took.textContent = duration(answer.durationMs ?? Date.now() - began);
      put(outcome, outcomeOf(answer));
      element.scrollIntoView({ block: "nearest" });
      say(`${tool.name}: ${status.textContent}`);
    });
  return { element, finished, abandon: watchProgress };
}

function outcomeOf(answer) {
  return [
    answer.ok
      ? h("pre.mono.data", { tabindex: "0" }, pretty(answer.data))
      : h("p.error", null, answer.error, answer.retryable ? h("span.badge", null, "may be tried again") : null),
    answer.detail && h("p.muted", null, answer.detail),
    (answer.context ?? []).map((context) => h("blockquote", null, h("cite", null, context.provider), " ", trust(context.trust), h("p", null, context.text))),
  ];
}
