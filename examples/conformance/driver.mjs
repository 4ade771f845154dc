// Drives a gateway of ours by its control port: the host's side of `conformance gateway --driver`, in lines of JSON.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const home = process.env.TAPGATEWAY_HOME ?? join(homedir(), ".tapgateway");
const copilot = process.env.COPILOT_HOME ?? join(homedir(), ".copilot");
const { url, controlUrl } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
const authorization = `Bearer ${readFileSync(join(home, "owner.token"), "utf8").trim()}`;
const say = (line) => console.log(JSON.stringify(line));

const api = async (method, path, body) => {
  const headers = { authorization, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(new URL(path, controlUrl), { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : {};
};

const does = {
  open: ({ path, session: id, label, cwd }) => api("POST", "api/sessions", { id, label, cwd }),
  tools: ({ path }) => api("GET", `${path}/tools`),
  interrupt: ({ path }) => api("POST", `${path}/interrupt`),
  idle: ({ path }) => api("POST", `${path}/idle`),
  async call({ path, call, tool, args, deadlineMs }) {
    const { tools } = await api("GET", `${path}/tools`);
    const { provider, trust } = tools.find(({ name }) => name === tool) ?? {};
    const { errorCode: code, ...outcome } = await api("POST", `${path}/tools/${tool}/call`, { args, call, deadlineMs });
    return { ...outcome, code, provider, trust };
  },
  async check({ path, tool, args }) {
    const { decision, ...more } = await api("POST", `${path}/pre-tool-use`, { tool, args });
    return { allowed: decision === "allow", tool, args, ...more };
  },
  async close({ path, session }) {
    await api("DELETE", path);
    const isThere = async () => (await api("GET", "api/sessions")).sessions.some(({ id }) => id === session);
    while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 50));
  },
};

// What is done to a session is done in the order of the lines; calls and ends go on meanwhile.
let before = Promise.resolve();
for (const method of ["open", "interrupt", "idle"]) {
  const action = does[method];
  does[method] = (line) => (before = before.catch(() => {}).then(() => action(line)));
}

const token = join(copilot, "extensions", "tap", ".provider-token");
say({ driver: 1, url, tokenFile: token, alone: (await api("GET", "api/sessions")).sessions.length === 0 });
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  const answer = (members) => say({ ...members, id: line.id });
  if (!does[line.do]) answer({ unsupported: `the control port has nothing for '${line.do}'` });
  else does[line.do]({ ...line, path: `api/sessions/${line.session}` }).then(answer, ({ message }) => answer({ problem: message }));
}
process.exit(0);
