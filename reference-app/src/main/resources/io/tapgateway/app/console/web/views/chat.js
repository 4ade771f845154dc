// Talks to the agent of the session, where a language model plays it: what one says, what it says and does, in order of time.

import { of, post } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { attempt, duration, empty, time } from "../parts.js";
import { on, state } from "../store.js";
import { wanted } from "../questions.js";
import { timelineOf } from "../timelines.js";
import { callsOf } from "../traces.js";

export const id = "chat";
export const title = "Chat";
export const about = "Say something to the agent, and watch it work. A model has to play it: tapgateway run --model.";

/** Whose lines of the timeline are the agent's. */
const MODEL = "the model";
const SHOWN = 200;

/** What was said on this page, by session; the gateway does not keep it. */
const said = new Map();

export function mount(body) {
  const list = h("ol.chat", { "aria-label": "Conversation", "aria-live": "polite" });
  const none = empty("Nothing has been said yet.");
  const complaint = h("p.complaint", { role: "alert" });
  const words = h("textarea", { rows: 2, "aria-label": "What you say", placeholder: "Say something; Enter sends it, Shift Enter begins a line", onkeydown: (event) => onKey(event) });
  const send = h("button.primary", { type: "submit" }, "Say");
  const stop = h("button.danger", { type: "button", onclick: () => attempt(stop, complaint, () => post(of(state.session, "interrupt"))) }, "Stop");
  put(body, list, none, h("form.chat-form", { onsubmit: submit }, words, h("div.actions", null, send, stop)), complaint);

  function onKey(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      submit(event);
    }
  }

  function submit(event) {
    event.preventDefault();
    const text = words.value.trim();
    const session = state.session;
    if (text) {
      attempt(send, complaint, async () => {
        await post(of(session, "events"), { event: "user.message", data: { content: text } });
        said.set(session, [...(said.get(session) ?? []).slice(1 - SHOWN), { kind: "user", key: `said ${Date.now()}`, at: Date.now(), text }]);
        words.value = "";
        show();
      });
    }
  }

  function show() {
    const items = conversation(state.session);
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    none.hidden = items.length > 0;
    keyed(list, items, (item) => item.key, row);
    if (atEnd) {
      list.scrollTop = list.scrollHeight;
    }
  }

  return on(["timeline", "calls", "questions", "session"], show);
}

function conversation(session) {
  const lines = session ? timelineOf(session).slice(-5 * SHOWN) : [];
  return [
    ...(said.get(session) ?? []),
    ...lines.filter((line) => line.source === MODEL).map((line) => ({ kind: "agent", key: `line ${line.seq}`, at: Number(new Date(line.ts)), text: line.text, failed: line.level === "warning" })),
    ...callsOf(session).map((call) => ({ kind: "call", key: `call ${call.callId}`, at: Number(new Date(call.askedAt)), call: { tool: call.tool, phase: call.phase, ok: call.ok, error: call.error, durationMs: call.durationMs } })),
    ...state.questions.filter((question) => question.session === session).map((question) => ({ kind: "question", key: `question ${question.id}`, at: question.askedAt, text: `${wanted(question)}; see Approvals.` })),
  ]
    .sort((one, other) => one.at - other.at)
    .slice(-SHOWN);
}

const WHO = { user: "You", agent: "Agent", call: "Tool", question: "Asked" };

function row(item) {
  return h(
    "li.chat-item",
    { dataset: { kind: item.kind } },
    h("p.muted", null, h("strong", null, WHO[item.kind]), " ", h("time", null, time(item.at))),
    item.call ? callText(item.call) : h("p.prose", { dataset: { failed: item.failed ?? false } }, item.text),
  );
}

function callText(call) {
  const running = call.phase !== "ended";
  return h(
    "p",
    null,
    h("code", null, call.tool),
    " ",
    h("span.badge", { dataset: { result: running ? "blue" : call.ok ? "good" : "bad" } }, running ? "running" : call.ok ? duration(call.durationMs) : "failed"),
    call.error && h("span.error", null, ` ${call.error}`),
    " ",
    h("a", { href: "#/calls" }, "where its time went"),
  );
}
