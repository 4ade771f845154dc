import { setTimeout as sleep } from "node:timers/promises";
import { Provider, ToolError } from "@tapgateway/provider";

const provider = new Provider("todos");
const news = provider.stream("todos");
const open = [];

const text = { type: "string", minLength: 1, description: "what there is to do" };
const parameters = { type: "object", properties: { text }, required: ["text"] };

provider.tool("todo_add", { description: "Adds something to the to-do list.", parameters }, ({ text }) => {
  open.push(text);
  news.keep(`added: ${text}`, { open: open.length });
  return { open };
});

provider.tool("todo_done", { description: "Takes something off the to-do list.", parameters }, ({ text }) => {
  if (!open.includes(text)) throw new ToolError("NOT_FOUND", `The list has no '${text}'`);
  open.splice(open.indexOf(text), 1);
  news[open.length ? "surface" : "inject"](`done: ${text}`, { open: open.length });
  return { open };
});

const slow = { description: "Does everything on the list, one thing a second.", timeout: 300_000 };
provider.tool("todo_do_all", slow, async (_, call) => {
  while (open.length) {
    call.progress(`doing ${open[0]} …`);
    await sleep(1_000, undefined, { signal: call.signal });
    news.surface(`done: ${open.shift()}`);
  }
  return "All done.";
});

await provider.run();
