// Talks to the agent of the session, where a language model plays it: what one says, what it says and does, what it asks, in order of time.

import { callAddress } from "../address.js";
import { of, post } from "../api.js";
import { h, keyed, put } from "../dom.js";
import { isMarkdown, markdown } from "../markdown.js";
import { attempt, duration, empty, time } from "../parts.js";
import { typed } from "../program-name.js";
import { questionCard } from "../question-card.js";
import { on, state } from "../store.js";
import { callsOf } from "../traces.js";

export const id = "chat";
export const title = "Chat";
export const about = "Say something to the agent, watch it work, and answer what it asks.";

const SHOWN = 200;

/** Who plays the agent, where no model does. */
const PLAYERS = {
  person: () => ["No model plays the agent of this session: providers hear what you say, and nobody answers. ", h("code", null, typed("run --model NAME")), " starts a gateway with one."],
  program: () => ["A program plays the agent of this session. What it says is shown where it runs; providers hear what you say here."],
};

export function mount(body) {
  const cards = new Map();
  const list = h("ol.chat", { "aria-label": "Conversation", "aria-live": "polite", tabindex: "0" });
  const none = empty("Nothing has been said yet.");
  const right = h("p.note", { hidden: true }, "This browser may not answer yet; Approvals says how it may.");
  const player = h("p.note", { role: "status" });
  const complaint = h("p.complaint", { role: "alert" });
  const words = h("textarea", { rows: 2, "aria-label": "What you say", placeholder: "Say something; Enter sends it, Shift Enter begins a line", onkeydown: (event) => onKey(event) });
  const send = h("button.primary", { type: "submit" }, "Say");
  const stop = h("button.danger", { type: "button", onclick: () => attempt(stop, complaint, () => post(of(state.session, "interrupt"))) }, "Stop");
  put(body, player, list, none, right, h("form.chat-form", { onsubmit: submit }, words, h("div.actions", null, send, stop)), complaint);

  function onKey(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      submit(event);
    }
  }

  function submit(event) {
    event.preventDefault();
    const text = words.value.trim();
    if (text) {
      attempt(send, complaint, async () => {
        await post(of(state.session, "events"), { event: "user.message", data: { content: text } });
        words.value = "";
      });
    }
  }

  function show() {
    const items = conversation();
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    // What is being written is read out once it is said: nobody wants to hear it word by word.
    list.setAttribute("aria-busy", String(Boolean(state.conversation.turn)));
    none.hidden = items.length > 0;
    list.hidden = items.length === 0;
    put(player, PLAYERS[state.conversation.played]?.() ?? "");
    player.hidden = !(state.conversation.played in PLAYERS);
    [...cards.keys()].filter((question) => !state.questions.includes(question)).forEach((question) => cards.delete(question));
    keyed(list, items, (item) => item.key, (item) => row(item, cards));
    right.hidden = state.person.confirmed || cards.size === 0;
    if (atEnd) {
      list.scrollTop = list.scrollHeight;
    }
  }

  const offs = [on(["conversation", "calls", "questions", "session"], show), on(["person"], () => {
    cards.forEach((card) => card.confirmed());
    show();
  })];
  return () => offs.forEach((off) => off());
}

function conversation() {
  const { session } = state;
  const { turn } = state.conversation;
  const said = [
    ...state.conversation.said.map((one) => ({ kind: one.who, key: `said ${one.seq}`, at: Number(new Date(one.ts)), text: one.text })),
    ...callsOf(session).map((call) => ({ kind: "call", key: `call ${call.callId}`, at: Number(new Date(call.askedAt)), call: { callId: call.callId, tool: call.tool, phase: call.phase, waitsFor: call.waitsFor, ok: call.ok, error: call.error, durationMs: call.durationMs } })),
    ...state.questions.filter((question) => question.session === session).map((question) => ({ kind: "question", key: `question ${question.id}`, at: question.askedAt, question })),
  ]
    .sort((one, other) => one.at - other.at)
    .slice(-SHOWN);
  return turn ? [...said, { kind: "turn", key: "turn", turn }] : said;
}

const WHO = { user: "You", agent: "Agent", turn: "Agent", failure: "Gateway", asked: "Asked", call: "Tool", question: "Asked" };

const AT_WORK = { thinking: "is thinking …", writing: "is writing …", tools: "waits for what it uses …" };

function row(item, cards) {
  const when = item.kind === "turn" ? AT_WORK[item.turn.phase] : h("time", null, time(item.at));
  return h(
    "li.chat-item",
    { dataset: { kind: item.kind } },
    h("p.muted", null, h("strong", null, WHO[item.kind]), " ", when),
    content(item, cards),
  );
}

function content(item, cards) {
  switch (item.kind) {
    case "call":
      return callText(item.call);
    case "turn":
      return item.turn.text && h("p.prose", null, item.turn.text);
    case "question":
      return card(item.question, cards);
    case "agent":
      return isMarkdown(item.text) ? markdown(item.text) : h("p.prose", null, item.text);
    default:
      return h("p.prose", { dataset: { failed: item.kind === "failure" } }, item.text);
  }
}

/** It is answered where it is asked. */
function card(question, cards) {
  const made = questionCard(question);
  cards.set(question, made);
  return h("ol.questions", null, made.element);
}

const WAITS = { interceptors: "waits for interceptors", gates: "waits for gates", person: "waits for a person", queue: "waits for a place" };

function callText(call) {
  const running = call.phase !== "ended";
  return h(
    "p",
    null,
    h("code", null, call.tool),
    " ",
    h("span.badge", { dataset: { result: running ? "blue" : call.ok ? "good" : "bad" } }, running ? (WAITS[call.waitsFor] ?? "running") : call.ok ? duration(call.durationMs) : "failed"),
    call.error && h("span.error", null, ` ${call.error}`),
    " ",
    h("a", { href: callAddress(call.callId) }, "what was said, and where its time went"),
  );
}
