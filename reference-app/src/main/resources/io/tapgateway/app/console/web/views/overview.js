// The house on one page: the session, the providers around it, and what is going on between them.

import { callAddress } from "../address.js";
import { h, keyed, put } from "../dom.js";
import { duration, empty, many, providerName, time, trust } from "../parts.js";
import { on, state, touch } from "../store.js";
import { levelOf, timelineOf } from "../timelines.js";
import { callsOf } from "../traces.js";

export const id = "overview";
export const title = "Overview";
export const about = "One agent's session, the programs that lend it their tools, and what is going on between them.";

const LINES = 7;
const CALLS = 6;
const GLOW = 900;

export function mount(body) {
  const agent = h("div.node.agent");
  const providers = h("ul.spokes", { "aria-label": "Providers of the session" });
  const alone = h("p.muted.alone", null, "No provider is bound to this session yet.");
  const lines = h("ol.lines");
  const calls = h("ol.mini");
  put(
    body,
    h("section.map.card", { "aria-label": "Who is here" }, agent, h("div.hub", { "aria-hidden": "true" }, h("img", { src: "/mark.svg", alt: "", width: 44, height: 44 })), h("div.spokes-frame", null, providers, alone)),
    h(
      "div.pair",
      null,
      h("section.card.stack", { "aria-label": "Latest lines" }, h("div.card-head", null, h("h2", null, "Timeline"), h("a.more", { href: "#/timeline" }, "all lines")), lines),
      h("section.card.stack", { "aria-label": "Latest calls" }, h("div.card-head", null, h("h2", null, "Calls"), h("a.more", { href: "#/calls" }, "all calls")), calls),
    ),
  );

  let clock = null;
  const offs = [
    on(["session", "sessions", "tools"], () => put(agent, agentNode())),
    on(["providers", "session", "calls"], () => {
      const here = state.providers.filter((one) => one.sessionId === state.session || one.sessionId === "all");
      alone.hidden = here.length > 0;
      const recent = callsOf(state.session).filter((call) => Date.now() - (call.seenAt ?? 0) < GLOW);
      const items = here.map((one) => ({ ...one, lit: one.inFlight > 0 || recent.some((call) => call.provider === one.name) }));
      keyed(providers, items, (one) => one.providerId, spoke);
      clearTimeout(clock);
      if (recent.length > 0) {
        // Lets the light go out again.
        clock = setTimeout(() => touch("providers"), GLOW);
      }
    }),
    on(["timeline", "session"], () => {
      const newest = state.session ? timelineOf(state.session).slice(-LINES).reverse() : [];
      keyed(lines, newest, (line) => line.seq, lineRow);
      if (newest.length === 0) {
        put(lines, h("li", null, empty("Nothing here yet.")));
      }
    }),
    on(["calls", "session"], () => {
      const newest = callsOf(state.session).slice(0, CALLS);
      keyed(calls, newest, (call) => call.callId, callRow);
      if (newest.length === 0) {
        put(calls, h("li", null, empty("No call yet.")));
      }
    }),
  ];
  return () => {
    clearTimeout(clock);
    offs.forEach((off) => off());
  };
}

function agentNode() {
  const session = state.sessions.find((one) => one.id === state.session);
  if (!session) {
    return [h("h2", null, "No session"), h("p.muted", null, h("a", { href: "#/sessions" }, "Open one"))];
  }
  return [
    h("p.kind", null, "agent's session"),
    h("h2", null, session.id),
    session.label !== session.id && h("p", null, session.label),
    h("p.muted", null, `${many(state.tools.length, "tool")} to call`),
  ];
}

function spoke(provider) {
  return h(
    "li.spoke",
    { dataset: { lit: provider.lit, busy: provider.inFlight > 0, trust: provider.trust } },
    h("span.wire", { "aria-hidden": "true" }),
    h(
      "a.node",
      { href: "#/providers" },
      h("span.card-head", null, h("strong", null, providerName(provider)), trust(provider.trust)),
      h("span.muted", null, many(provider.tools.length, "tool"), provider.inFlight > 0 && ` · ${provider.inFlight} in flight`, provider.queued > 0 && ` · ${provider.queued} waiting`),
    ),
  );
}

function lineRow(line) {
  return h("li", { dataset: { level: levelOf(line) } }, h("time.mono.muted", null, time(line.ts)), h("span.level", null, levelOf(line)), h("span.clip", { title: line.text }, line.text));
}

function callRow(call) {
  const running = call.phase !== "ended";
  return h(
    "li",
    null,
    h("time.mono.muted", null, time(call.askedAt)),
    h("span.badge", { dataset: { result: running ? "blue" : call.ok ? "good" : "bad" } }, running ? "running" : call.ok ? "ok" : call.errorCode),
    h("span.clip", null, h("a.mono", { href: callAddress(call.callId) }, call.tool), " ", h("span.muted", null, call.provider ?? "")),
    h("span.muted", null, running ? "" : duration(call.durationMs)),
  );
}
