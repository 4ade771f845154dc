// The tools as the agent sees them, and a form to call each.

import { named } from "../address.js";
import { h, keyed, put } from "../dom.js";
import { empty, trust } from "../parts.js";
import { on, state } from "../store.js";
import { toolPanel } from "../tool-panel.js";

export const id = "tools";
export const title = "Tools";
export const about = "What the agent may call now, and a form to call it yourself.";
export const countKeys = ["tools"];
export const count = () => state.tools.length;

export function mount(body) {
  const search = h("input", { type: "search", placeholder: "Find a tool", "aria-label": "Find a tool", oninput: () => show() });
  const list = h("ul.picks", { "aria-label": "Tools" });
  const none = empty("No tools. A provider that connects brings some.");
  const panel = h("section.panel", { "aria-label": "Call a tool" });
  put(body, h("div.split", null, h("div.split-list", null, search, list, none), panel));
  let shown;
  let scrolledTo = null;

  function show() {
    const word = search.value.toLowerCase();
    const wanted = state.tools.filter((tool) => `${tool.name} ${tool.description} ${tool.provider}`.toLowerCase().includes(word));
    none.hidden = wanted.length > 0;
    const chosen = chosenName();
    keyed(list, grouped(wanted, chosen), (row) => row.key, (row) => (row.tool ? pick(row.tool) : h("li.pick-group", null, row.provider)));
    showPanel(chosen);
    if (chosen !== scrolledTo) {
      scrolledTo = chosen;
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    }
  }

  /** What the user has typed stays, as long as the tool is the same. */
  function showPanel(chosen) {
    const tool = state.tools.find((one) => one.name === chosen);
    const print = tool && JSON.stringify([state.session, tool]);
    if (shown === (print ?? chosen)) {
      return;
    }
    shown = print ?? chosen;
    put(panel, tool ? toolPanel(state.session, tool) : empty(chosen ? "This tool is gone." : "Choose a tool."));
  }

  const off = on(["tools", "session"], show);
  addEventListener("hashchange", show);
  return () => {
    removeEventListener("hashchange", show);
    off();
  };
}

function chosenName() {
  return named() ?? state.tools[0]?.name ?? null;
}

/** Rows: each provider, and below it its tools in the order in which it has them. */
function grouped(tools, chosen) {
  const providers = [...new Set(tools.map((tool) => tool.provider))];
  return providers.flatMap((provider) => [
    { key: `of ${provider}`, provider },
    ...tools.filter((tool) => tool.provider === provider).map((tool) => ({ key: tool.name, tool: { ...tool, chosen: tool.name === chosen } })),
  ]);
}

function pick(tool) {
  return h(
    "li",
    null,
    h(
      "a.pick",
      { href: `#/tools/${encodeURIComponent(tool.name)}`, "aria-current": tool.chosen ? "true" : null },
      h("span.pick-name", null, tool.name),
      h("span.pick-sub", null, tool.title, trust(tool.trust)),
    ),
  );
}
