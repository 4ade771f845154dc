// An agent with the official client of the Model Context Protocol; says what it sees, line by line.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "official", version: "1" });
const transport = new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
const say = (...words) => console.log(...words);
client.onerror = (error) => say("protocol error:", error.message);

let changed = () => {};
client.setNotificationHandler(ToolListChangedNotificationSchema, () => changed());

const names = async () => (await client.listTools()).tools.map((tool) => tool.name);
const text = (result) => result.content.map((block) => block.text).join(" ");
const call = (name, more = {}, options = {}) => client.callTool({ name, arguments: more }, undefined, options);

async function untilThereIs(tool) {
    while (true) {
        const next = new Promise((resolve) => (changed = resolve));
        if ((await names()).includes(tool)) return;
        await next;
    }
}

await client.connect(transport);
say("connected to", client.getServerVersion().name);
await untilThereIs("greet");
say("tools:", (await names()).join(" "));
say("result:", text(await call("greet", { name: "Ada" })));
say("structured:", JSON.stringify((await call("typed")).structuredContent));

// The client forgets reports that come in one go with the result, so this tool waits until they were heard.
const reports = [];
const heard = (report) => reports.push(`${report.progress}=${report.message}`) === 2 && call("heard");
await call("count", {}, { onprogress: heard });
say("reports:", reports.join(" "));

const failed = await call("fail");
say("failed:", failed.isError, text(failed));
await call("absent").then(
    () => say("an absent tool was called"),
    (error) => say("refused:", error.code),
);

const stop = new AbortController();
const stopped = call("wait", {}, { signal: stop.signal, onprogress: () => stop.abort() });
await stopped.then(
    () => say("a stopped call was answered"),
    () => say("stopped"),
);

const lost = call("wait", {}, { onprogress: () => say("waiting") });
say("lost:", text(await lost).split(":")[0]);
let again;
do {
    await untilThereIs("greet");
    again = await call("greet", { name: "Bob" });
} while (again.isError);
say("again:", text(again));
await client.close();
say("closed");
