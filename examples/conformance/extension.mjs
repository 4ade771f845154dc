// Drives the original gateway, an extension of GitHub Copilot CLI: takes the place of the CLI, in lines of JSON.
//   tapgateway conformance gateway ws://127.0.0.1:9400/ --profile core --driver 'node extension.mjs path/to/tap-runtime.mjs'
// What its runtime wants of a session is known from its documents only: adapt this where yours wants something else.
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { createCopilotChannelsRuntime } = await import(pathToFileURL(resolve(process.argv[2])).href);
const runtime = createCopilotChannelsRuntime({ cwd: process.cwd() });
const own = new Set((runtime.tools ?? []).map(({ name }) => name));
const say = (line) => console.log(JSON.stringify(line));
const tell = (event, more) => say({ event, session: id, ...more });
let id;
let tools = [];
let listeners = {};

const offered = () => tools.filter(({ name }) => !own.has(name));
const listed = () => ({ tools: offered().map(({ name, description, parameters }) => ({ name, description, parameters })) });
const happens = (event) => Promise.all((listeners[event] ?? []).map((listener) => listener({ type: event })));
const session = {
  get sessionId() {
    return id;
  },
  registerTools: (all) => void (tools = all),
  on: (event, listener) => void (listeners[event] ??= []).push(listener),
  rpc: { extensions: { reload: async () => tell("tools", listed()) } },
  send: async ({ prompt }) => tell("send", { provider: "unknown", stream: "unknown", text: prompt }),
  log: async (text) => tell("log", { level: "info", source: "gateway", text }),
};

const does = {
  async open({ session: name }) {
    if (id) return { unsupported: "it has one session" };
    id = name;
    await runtime.attachSession(session);
  },
  tools: async () => listed(),
  async call({ tool, args, call }) {
    const found = offered().find(({ name }) => name === tool);
    if (!found) return { ok: false, code: "NOT_FOUND", error: `There is no tool '${tool}'` };
    const result = await found.handler(args, { sessionId: id, toolCallId: call, toolName: tool, arguments: args });
    const { resultType = "success", textResultForLlm: data = result, error } = Object(result);
    const more = { provider: "unknown", trust: "project" };
    return resultType === "success" ? { ok: true, data, ...more } : { ok: false, code: "INTERNAL", error: error ?? data };
  },
  interrupt: () => happens("abort"),
  idle: () => happens("session.idle"),
  close: () => happens("session.shutdown").then(() => void ([id, tools, listeners] = [undefined, [], {}])),
};

const home = process.env.COPILOT_HOME ?? join(homedir(), ".copilot");
say({ driver: 1, tokenFile: join(home, "extensions", "tap", ".provider-token"), alone: true });
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  const answer = (members) => say({ ...(Array.isArray(members) ? {} : members), id: line.id });
  const done = does[line.do]?.(line) ?? Promise.resolve({ unsupported: `it has no '${line.do}'` });
  done.then(answer, ({ message }) => answer({ problem: message }));
}
process.exit(0);
