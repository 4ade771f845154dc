// What this page offers to the agent, and what its user sees of it. Replace this file by your own.

import { Provider, ToolError } from "./node_modules/@tapgateway/provider/src/page.js";

const find = (selector) => document.querySelector(selector);

// "?port=9500" for a gateway that listens elsewhere.
const port = Number(new URLSearchParams(location.search).get("port") ?? 9400);
const provider = new Provider("web-page", { port, report: show });

provider.tool("page_title", { description: "The title and the address of the page that the user has open." }, () => ({
  title: document.title,
  url: location.href,
}));

const text = { type: "string", minLength: 1, description: "what to mark, exactly as it stands on the page" };
const highlight = {
  description: "Marks a text on the user's page wherever it occurs, and scrolls to the first place.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
};
provider.tool("page_highlight", highlight, ({ text }) => {
  const places = placesOf(text, find("main"));
  if (places.length === 0) throw new ToolError("NOT_FOUND", "The page does not contain this text");
  CSS.highlights.set("agent", new Highlight(...places));
  places[0].startContainer.parentElement.scrollIntoView({ block: "center" });
  return { marked: places.length };
});

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

/** A line for the user, and the state of the connection if it has changed. */
function show(line, state) {
  if (!state) return console.info(line);
  find("aside").dataset.state = state;
  // As text: what comes from elsewhere is never markup.
  find("#state").textContent = state === "joined" ? "Connected to your agent." : state === "connecting" ? "Connecting …" : line;
  if (state === "pairing") find("#code").focus();
}

find("#pair").onclick = () => provider.pair();
find("#leave").onclick = () => provider.stop();
find("#code-form").onsubmit = (submit) => {
  submit.preventDefault();
  provider.confirm(find("#code").value);
  find("#code").value = "";
};
find("#tell").onclick = () => {
  const selected = getSelection().toString().trim();
  if (selected) provider.stream().inject(`The user points at this: ${selected}`);
  find("#state").textContent = selected ? "The agent has been told." : "Select something on the page first.";
};

provider.start();
