// What this page offers to the agent, and what its user sees of it. Replace this file by your own.

import { Provider, ToolError } from "./provider.js";

const find = (selector) => document.querySelector(selector);

const tools = {
  page_title: {
    description: "The title and the address of the page that the user has open.",
    parameters: { type: "object", properties: {} },
    run: () => ({ title: document.title, url: location.href }),
  },

  page_highlight: {
    description: "Marks a text on the user's page wherever it occurs, and scrolls to the first place.",
    parameters: {
      type: "object",
      properties: { text: { type: "string", description: "what to mark, exactly as it stands on the page" } },
      required: ["text"],
    },
    run({ text }) {
      // The schema is a promise to the model, not a check: look at the arguments yourself.
      if (typeof text !== "string" || text === "") throw new ToolError("INTERNAL", "'text' must be a text");
      const places = placesOf(text, find("main"));
      if (places.length === 0) throw new ToolError("NOT_FOUND", "The page does not contain this text");
      CSS.highlights.set("agent", new Highlight(...places));
      places[0].startContainer.parentElement.scrollIntoView({ block: "center" });
      return { marked: places.length };
    },
  },
};

function placesOf(text, root) {
  const places = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    for (let at = node.data.indexOf(text); at >= 0; at = node.data.indexOf(text, at + text.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      places.push(range);
    }
  }
  return places;
}

const SENTENCES = {
  unpaired: (why) => why || "This page is not connected.",
  connecting: () => "Connecting …",
  code: (prompt) => prompt,
  joined: (session) => `Connected to “${session}”.`,
  waiting: (why) => why,
};

function show(state, detail) {
  find("aside").dataset.state = state;
  // As text: what comes from elsewhere is never markup.
  find("#state").textContent = SENTENCES[state](detail);
  if (state === "code") find("#code").focus();
}

// "?port=9500" for a gateway that listens elsewhere.
const port = Number(new URLSearchParams(location.search).get("port") ?? 9400);
const provider = new Provider({ name: "web-page", tools, show, port });

find("#pair").onclick = () => provider.pair();
find("#leave").onclick = () => provider.leave();
find("#code-form").onsubmit = (submit) => {
  submit.preventDefault();
  provider.confirm(find("#code").value);
  find("#code").value = "";
};
find("#tell").onclick = () => {
  const selected = getSelection().toString().trim();
  if (selected) provider.push({ level: "inject", event: `The user points at this: ${selected}` });
  find("#state").textContent = selected ? "The agent has been told." : "Select something on the page first.";
};

provider.start();
