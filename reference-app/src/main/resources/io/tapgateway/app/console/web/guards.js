// Whose rules hold in the session, what they are about, and how often they have mattered.

import { get, of } from "./api.js";
import { h, keyed } from "./dom.js";
import { duration, empty, many, trust } from "./parts.js";
import { on, state } from "./store.js";

/** Denials come in bursts, and each is a line of the timeline. */
const SETTLE = 400;

/** @returns `{ element, close() }` */
export function guards() {
  const list = h("ul.guards", { "aria-label": "Rules in force" });
  const none = empty("No rule is in force: every tool may be used.");
  const element = h("section.card", null, h("div.card-head", null, h("h2", null, "In force")), list, none);
  let waiting = null;

  async function load() {
    waiting = null;
    const answer = state.session ? await get(of(state.session, "rules")).catch(() => null) : { guards: [] };
    if (answer) {
      none.hidden = answer.guards.length > 0;
      keyed(list, answer.guards, (guard) => guard.provider, row);
    }
  }

  const off = on(["providers", "timeline", "session"], () => (waiting ??= setTimeout(load, SETTLE)));
  load();
  return {
    element,
    close() {
      clearTimeout(waiting);
      off();
    },
  };
}

function row(guard) {
  return h(
    "li",
    null,
    h("p", null, h("strong", null, guard.provider), " ", trust(guard.trust), " ", guard.held && h("span.badge", { dataset: { result: "bad" } }, "away, and its gates deny"), h("span.muted", null, ` has denied ${many(guard.denied, "time")}`)),
    h("ol.rules", null, guard.rules.map((rule) => h("li", null, h("span.badge", null, rule.action), " ", about(rule), h("span.muted", null, ` ${often(rule)}`)))),
  );
}

function about(rule) {
  const { tool, args, file, provider } = rule.match ?? {};
  const parts = [tool && tool !== "*" ? ["tool ", h("code", null, tool)] : "any tool", args && [" with ", h("code", null, args)], file && [" on files ", h("code", null, file)], provider && ` of ${provider}`];
  const said = rule.reason ?? rule.content ?? (rule.gateId && `asks gate ${rule.gateId}${rule.failOpen ? ", and silence allows" : ""}`);
  return [parts, said && `: ${said}`, /[.!?]$/.test(said ?? "") ? "" : "."];
}

function often(rule) {
  if (rule.matched === 0) {
    return "Has never matched.";
  }
  const denied = rule.denied > 0 ? ` Denied ${many(rule.denied, "time")}, last ${duration(rule.lastDeniedMs)} ago.` : "";
  return `Matched ${many(rule.matched, "time")}, last ${duration(rule.lastMatchedMs)} ago.${denied}`;
}
