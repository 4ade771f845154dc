// The agents that people use: which of them are connected in the session's directory, how to connect each, and when it was heard.

import { get, of } from "../api.js";
import { h, put } from "../dom.js";
import { attempt, copyButton, empty, since } from "../parts.js";
import { typed } from "../program-name.js";
import { on, state } from "../store.js";

export const id = "connect";
export const title = "Connect";
export const about = "The agents you use: which of them have a session of this gateway when you start them in the directory of this session.";

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const where = h("p.muted");
  const list = h("ul.cards", { "aria-label": "Agents" });
  const none = empty("This session has no directory.", h("p", null, h("code", null, typed("connect")), " lists how agents stand in yours."));
  const again = h("button", { type: "button", onclick: () => attempt(again, complaint, load) }, "Look again");
  let wanted = 0;
  put(body, h("div.actions", null, again), complaint, where, list, none);
  none.hidden = true;

  /** What comes late for a session that is not shown any more is dropped. */
  async function load() {
    const mine = ++wanted;
    const session = state.sessions.find((one) => one.id === state.session);
    const found = session?.cwd ? await get(of(session.id, "agents")) : null;
    if (mine === wanted) {
      none.hidden = found !== null;
      put(where, found && ["In ", h("code", null, found.directory)]);
      put(list, found?.agents.map((agent) => card(agent, complaint)));
    }
  }

  const off = on(["session", "sessions"], () => attempt(again, complaint, load));
  return () => {
    wanted++;
    off();
  };
}

function card(agent, complaint) {
  const command = h("pre.mono", { tabindex: "0", "aria-label": `Connects ${agent.title}` }, agent.command);
  return h(
    "li.card.stack",
    { "aria-label": agent.title, dataset: { state: agent.connected ? "ready" : "ended" } },
    h("div.card-head", null, h("h2", null, agent.title), h("span.status", null, agent.connected ? "connected here" : "not connected here")),
    agent.program && h("p.muted.mono", null, agent.program),
    agent.missing.map((sentence) => h("p.note", null, sentence)),
    h("dl", null, row("Your files", agent.files), row("Files of the team", agent.shared), row("Open sessions", agent.sessions), row("Last hook", heard(agent.lastHook)), row("Last over MCP", heard(agent.lastMcp))),
    !agent.connected && [command, h("p.muted", null, `${agent.asks}.`), h("div.actions", null, copyButton("Copy command", () => agent.command, complaint))],
  );
}

/** Nothing is known of the time before this gateway. */
function heard(at) {
  return [at ? since(at) : "not since this gateway started"];
}

function row(name, values) {
  return values.length > 0 && [h("dt", null, name), h("dd", null, values.join(", "))];
}
