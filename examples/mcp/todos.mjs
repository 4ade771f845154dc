import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "todos", version: "1.0.0" }, { capabilities: { logging: {} } });
const open = [];

const tell = (level, data) => server.sendLoggingMessage({ level, logger: "todos", data });
const result = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

const inputSchema = { text: z.string().min(1).describe("what there is to do") };

server.registerTool("todo_add", { description: "Adds something to the to-do list.", inputSchema }, async ({ text }) => {
  open.push(text);
  await tell("debug", `added: ${text}`);
  return result({ open });
});

const done = { description: "Takes something off the to-do list.", inputSchema };
server.registerTool("todo_done", done, async ({ text }) => {
  if (!open.includes(text)) return failure(`The list has no '${text}'`);
  open.splice(open.indexOf(text), 1);
  await tell("info", `done: ${text}`);
  return result({ open });
});

const slow = { description: "Does everything on the list, one thing a second." };
server.registerTool("todo_do_all", slow, async ({ signal, sendNotification, _meta }) => {
  const progressToken = _meta?.progressToken;
  for (let progress = 1; open.length; progress++) {
    const params = { progressToken, progress, message: `doing ${open[0]} …` };
    if (progressToken !== undefined) await sendNotification({ method: "notifications/progress", params });
    await sleep(1_000, undefined, { signal });
    await tell("info", `done: ${open.shift()}`);
  }
  return result("All done.");
});

await server.connect(new StdioServerTransport());
