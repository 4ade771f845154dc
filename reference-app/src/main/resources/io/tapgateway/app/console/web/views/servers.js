// The MCP servers in the session: how each of them is and why, its tools, and those that wait until a person has seen what is new.

import { post } from "../api.js";
import { h, keyed, put, say } from "../dom.js";
import { attempt, copyButton, empty } from "../parts.js";
import { typed } from "../program-name.js";
import { on, state } from "../store.js";

export const id = "servers";
export const title = "MCP servers";
export const about = "Servers whose tools this session has, behind all rules and gates: how they are, and what waits for you.";
export const countKeys = ["servers"];
export const count = () => state.servers.filter((one) => waits(one) || TROUBLED.includes(one.state)).length;

const TROUBLED = ["waiting", "left-alone"];
const SHOWN = { "not-started": "not started", waiting: "ended, tried again soon", "left-alone": "left alone" };

const waits = (one) => one.waiting?.length > 0;
const of = (one, ...segments) => ["/api/mcp-servers", encodeURIComponent(one.key), ...segments].join("/");

export function mount(body) {
  const complaint = h("p.complaint", { role: "alert" });
  const right = h("p.note", { hidden: true }, "Tools that have changed are let in by a person: let this browser say yes first, under Approvals.");
  const list = h("ul.cards", { "aria-label": "MCP servers" });
  const none = empty(
    "This session has no MCP servers.",
    h("p", null, h("code", null, typed("mcp-server import .mcp.json")), " takes over those of a project, ", h("code", null, typed("mcp-server add")), " adds one."),
  );
  put(body, complaint, right, list, none);
  const offs = [
    on(["servers", "person"], () => {
      const { confirmed } = state.person;
      none.hidden = state.servers.length > 0;
      right.hidden = confirmed || !state.servers.some(waits);
      keyed(list, state.servers.map((one) => ({ ...one, confirmed })), (one) => one.key, (one) => card(one, complaint));
    }),
  ];
  return () => offs.forEach((off) => off());
}

function card(one, complaint) {
  const restart = h("button", { type: "button", onclick: () => attempt(restart, complaint, () => post(of(one, "restart"))) }, "Restart");
  const started = one.state !== "not-started";
  return h(
    "li.card.stack",
    { "aria-label": one.key, dataset: { state: one.state } },
    h("div.card-head", null, h("h2", null, one.key), h("span.status", null, SHOWN[one.state] ?? one.state)),
    h("p.muted", null, [one.target, one.pid && `process ${one.pid}`, one.config && `of ${one.config}`].filter(Boolean).join(" · ")),
    one.problem && h("p.error", null, one.problem),
    !started && toApprove(one, complaint),
    waits(one) && waiting(one, complaint),
    one.tools?.length > 0 && h("dl", null, h("dt", null, "Tools"), h("dd", null, one.tools.join(", "))),
    one.leftOut?.length > 0 && leftOut(one.leftOut),
    started && h("div.actions", null, restart),
  );
}

/** What a server starts is looked at where it would be started. */
function toApprove(one, complaint) {
  const command = typed(`mcp-server approve ${one.key}`);
  return [h("pre.mono", { tabindex: "0", "aria-label": `Approves ${one.key}` }, command), h("div.actions", null, copyButton("Copy command", () => command, complaint))];
}

/** What is approved is what is shown: if the tools are others by then, they wait on. */
function waiting(one, complaint) {
  const approve = () => post(of(one, "approve"), { fingerprint: one.fingerprint }).then(() => say(`The tools of ${one.key} are approved`));
  const yes = h("button.primary", { type: "button", disabled: !one.confirmed, onclick: () => attempt(yes, complaint, approve) }, "Let the agent have them so");
  return h(
    "section.stack.whole",
    { "aria-label": `Tools of ${one.key} that wait` },
    one.waiting.map(({ tool, difference: [what, ...lines] }) => [
      h("p", null, h("strong", null, tool), ` waits for you: ${what}`),
      h("pre.mono.data", { tabindex: "0", "aria-label": `What is new of ${tool}` }, lines.map((line) => h("span.diff-line", { dataset: { sign: line[0] } }, `${line}\n`))),
    ]),
    h("div.actions", null, yes),
  );
}

function leftOut(tools) {
  return h("details", null, h("summary", null, `Left out: ${tools.length}`), h("ul", null, tools.map(({ tool, reason }) => h("li", null, h("span.mono", null, tool), `: ${reason}`))));
}
