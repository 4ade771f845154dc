// One call in full: what was said in it, if that is recorded, what its session tells of it, and what one can do with it.

import { ask, get, of, post, Refused } from "./api.js";
import { h, put } from "./dom.js";
import { jsonView } from "./json-view.js";
import { attempt, copyButton, short, time } from "./parts.js";
import { typed } from "./program-name.js";
import { shownResult } from "./results.js";
import { hiddenSecrets } from "./secrets.js";
import { on, state } from "./store.js";
import { timelineOf } from "./timelines.js";
import { rehearse } from "./tool-panel.js";
import { PHASES } from "./traces.js";

/** The element; it asks the gateway by itself. */
export function callDetail(call) {
  const body = h("div.call-detail", null, h("p.muted", null, call.phase === "ended" ? "Asking …" : null));
  if (call.phase === "ended") {
    get(of(call.session, "calls", call.callId))
      .then((said) => put(body, recorded(call, said), lines(call)))
      .catch((failure) => put(body, failed(call), h("p.muted", null, failure instanceof Refused && failure.status === 404 ? unrecorded(failure) : failure.message), lines(call)));
  } else {
    const progress = h("div");
    // Its progress is on the timeline, for as long as somebody looks.
    const off = on(["timeline"], () => (body.isConnected || progress.childElementCount === 0 ? put(progress, lines(call)) : off()));
    put(body, running(call), progress);
  }
  return body;
}

/** Why it has failed is known without a record. */
function failed(call) {
  return call.error && h("p.error", null, `${call.errorCode}: ${call.error}`);
}

function unrecorded(failure) {
  return failure.message.startsWith("Calls are not recorded") ? "What is said in calls is not recorded. Switch it on above, for those to come." : failure.message;
}

const WAITS = { interceptors: "It waits for interceptors", gates: "It waits for gates", person: "It waits for a person to approve it", queue: "It waits for a place at its provider" };

function running(call) {
  const complaint = h("p.complaint", { role: "alert" });
  const cancel = h("button.danger", { type: "button", onclick: () => attempt(cancel, complaint, () => post(of(call.session, "calls", call.callId, "cancel"))) }, "Cancel");
  return h("div", null, h("p.muted", null, `${WAITS[call.waitsFor] ?? "It runs at its provider"}; what was said in it is there when it has ended.`), h("div.actions", null, cancel), complaint);
}

function recorded(call, said) {
  const complaint = h("p.complaint", { role: "alert" });
  const copies = [
    ["Copy JSON", () => JSON.stringify(said, null, 2)],
    ["Copy command", () => command(call, said)],
    ["Copy curl", () => curl(call, said)],
  ];
  const replay = h("button", { type: "button", onclick: () => attempt(replay, complaint, () => again(call, said)) }, "Replay");
  const edit = h("button", { type: "button", onclick: () => rehearse(call.session, call.tool, said.args) }, "Edit and replay");
  return h(
    "div",
    null,
    h("h2", null, "Arguments"),
    whole(hiddenSecrets(said.args, state.tools.find((tool) => tool.name === call.tool)?.parameters), said.argsCut),
    h("h2", null, "Outcome"),
    said.outcome ? outcome(said.outcome) : whole(undefined, said.outcomeCut),
    said.gates && gates(said.gates),
    h("h2", null, "Where its time went"),
    times(call),
    said.traceParent && h("p.muted", null, "trace ", h("span.mono", null, said.traceParent)),
    h(
      "div.actions",
      null,
      copies.map(([name, text]) => copyButton(name, text, complaint)),
      said.args && [replay, edit],
    ),
    said.argsCut && h("p.note", null, "Its arguments were too long to be kept whole, so it cannot be repeated from here."),
    complaint,
  );
}

function whole(value, cut) {
  return cut
    ? [h("pre.mono.data", { tabindex: "0" }, `${cut.beginning}…`), h("p.note", null, `The beginning of ${cut.bytes.toLocaleString()} bytes.`)]
    : jsonView(value);
}

function outcome(answer) {
  return [
    shownResult(answer) ?? h("p.error", null, `${answer.errorCode}: ${answer.error}`, answer.retryable ? h("span.badge", null, "may be tried again") : null),
    answer.detail && h("p.muted", null, answer.detail),
    (answer.context ?? []).map((context) => h("blockquote", null, h("cite", null, context.provider), h("p", null, context.text))),
  ];
}

const DECISIONS = { allow: "let it pass", context: "let it pass, with a remark", deny: "denied it", ask: "wanted a person to decide" };

/** What the gates have answered, and how long each took. */
function gates(answers) {
  const line = (answer) => h("li", null, h("strong", null, answer.provider), ` ${DECISIONS[answer.decision] ?? "did not answer"} `, h("span.muted", null, short(answer.micros)), answer.said && [": ", answer.said]);
  return [h("h2", null, "Gates"), h("ol.call-lines", null, answers.map(line))];
}

/** Each part that took any, in the order in which they come. */
function times(call) {
  return h("ol.call-lines", null, PHASES.filter(([phase]) => call[`${phase}Micros`] > 0).map(([phase, text]) => h("li", null, short(call[`${phase}Micros`]), h("span.muted", null, ` ${text}`))));
}

/** What the timeline says of it: denials, approvals, progress. */
function lines(call) {
  const all = timelineOf(call.session).filter((line) => line.callId === call.callId);
  return all.length > 0 && [h("h2", null, "What happened"), h("ol.call-lines", null, all.map((line) => h("li", null, h("time.mono.muted", null, time(line.ts, true)), ` ${line.source}: ${line.text}`)))];
}

/** It is called anew, with a name of its own; its row appears with the others. */
function again(call, said) {
  return ask("POST", of(call.session, "tools", call.tool, "call"), { args: said.args });
}

/** As a shell takes one word. */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function command(call, said) {
  const { home, usualHome = true } = state.health ?? {};
  const place = usualHome ? "" : ` --home ${quoted(home)}`;
  return `${typed(`call${place}`)} --session ${quoted(call.session)} ${quoted(call.tool)} ${quoted(JSON.stringify(said.args ?? {}))}`;
}

function curl(call, said) {
  const path = `${location.protocol}//127.0.0.1:${location.port}${of(call.session, "tools", call.tool, "call")}`;
  return `curl -s -H "Authorization: Bearer $(cat ${quoted(`${state.health?.home}/owner.token`)})" -d ${quoted(JSON.stringify({ args: said.args ?? {} }))} ${quoted(path)}`;
}
