import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { allow, ask, deny, ToolError, ToolFile } from "../src/calls.js";
import { Unavailable } from "../src/place.js";
import { PortableProvider } from "../src/provider.js";
import { ToolContent } from "../src/content.js";
import { CoreGateway } from "./fixtures/core-gateway.js";
import { ScriptedGateway, SESSION } from "./fixtures/scripted-gateway.js";

const NAMED = {
  description: "Greets.",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

let gateway;
let lines;
let provider;

function make(options = {}, credentials = {}) {
  provider = new PortableProvider(
    "greeter",
    { report: (line) => line && lines.push(line), ...options },
    gateway.credentials(credentials),
  );
  return provider;
}

beforeEach(() => {
  gateway = new ScriptedGateway();
  lines = [];
});

afterEach(() => provider.stop());

const settled = () => new Promise((resolve) => setImmediate(resolve));
const failure = (error, errorCode) => ({ id: undefined, error, errorCode });

test("a provider says what it offers, and that it has joined", async () => {
  make({ instance: "one", metadata: { title: "One" }, concurrency: 2, startupContext: "Hello." })
    .tool("greet", { ...NAMED, timeout: 5_000 }, ({ name }) => `Hello, ${name}!`)
    .gate({ tool: "shell", args: "git push" }, () => allow())
    .deny({ tool: "rm" }, "Never.")
    .ask({ tool: "mv" }, "Really?")
    .append("custom_instructions", "Use pnpm.")
    .context("CI has passed")
    .on("user.message", () => {})
    .start();

  const hello = await gateway.admits();

  assert.deepEqual(hello, {
    type: "hello",
    protocolVersion: 2,
    session: "s1",
    name: "greeter",
    instance: "one",
    metadata: { title: "One" },
    startup_context: "Hello.",
    concurrency: { max: 2 },
    subscribe: ["user.message"],
    tools: [{ name: "greet", ...NAMED, timeout: 5_000 }],
    content: true,
    hooks: {
      onPreToolUse: [
        { action: "gate", gateId: "gate-1", match: { tool: "shell", args: "git push" } },
        { action: "deny", match: { tool: "rm" }, reason: "Never." },
        { action: "ask", match: { tool: "mv" }, reason: "Really?" },
      ],
      transforms: { custom_instructions: { action: "append", content: "Use pnpm." } },
    },
    context: "CI has passed",
  });
  assert.deepEqual(lines, ["joined session s1 as p-1"]);
  assert.deepEqual(provider.joined, { session: "s1", providerId: "p-1", persistDir: undefined });
});

test("a call is answered with what its tool returns, or nothing", async () => {
  make()
    .tool("greet", NAMED, async ({ name }) => `Hello, ${name}!`)
    .tool("nothing", { description: "Does nothing." }, () => {})
    .tool(
      "shot",
      { description: "Takes a picture." },
      (_, call) => new ToolFile(`${call.persistDir}/shot.png`, "image/png", 17),
    )
    .start();
  await gateway.admits({ sessionId: "s1", reconnectToken: "place", persistDir: "/p" });

  assert.deepEqual(await gateway.call("greet", { name: "Ada" }), { id: undefined, data: "Hello, Ada!" });
  assert.deepEqual(await gateway.call("nothing"), { id: undefined, data: null });
  const { file } = await gateway.call("shot");
  assert.deepEqual(file, { path: "/p/shot.png", mimeType: "image/png", size: 17 });
});

test("what goes wrong is told as far as it is the caller's business", async () => {
  make()
    .tool("greet", NAMED, () => {})
    .tool("missing", { description: "Fails." }, () => {
      throw new ToolError("NOT_FOUND", "No such page", { retryable: true });
    })
    .tool("bug", { description: "Fails." }, () => {
      throw new RangeError("secret");
    })
    .tool("circle", { description: "Fails." }, () => {
      const circle = {};
      circle.self = circle;
      return circle;
    })
    .tool("huge", { description: "Fails." }, () => "x".repeat(6_000_000))
    .start();
  await gateway.admits();

  assert.deepEqual(
    await gateway.call("greet", { name: 1 }),
    failure("/name: must be of type string", "INVALID_ARGUMENTS"),
  );
  assert.deepEqual(await gateway.call("missing"), { ...failure("No such page", "NOT_FOUND"), retryable: true });
  assert.deepEqual(await gateway.call("bug"), failure("The tool failed.", "INTERNAL"));
  assert.deepEqual(await gateway.call("circle"), failure("The tool's result cannot be expressed in JSON.", "INTERNAL"));
  assert.deepEqual(await gateway.call("huge"), failure("The tool's result is larger than 5 MiB.", "INTERNAL"));
  assert.deepEqual(await gateway.call("other"), failure("This provider has no tool 'other'.", "NOT_FOUND"));
  const bug = lines.find((line) => line.startsWith("tool 'bug' failed: RangeError: secret"));
  assert.match(bug, /provider\.test\.js/);
  assert.doesNotMatch(bug, /src\/(calls|conversation)\.js/);
});

test("a cancelled call is answered at once, and its tool told", async () => {
  let told;
  make()
    .tool("slow", { description: "Takes long." }, (_, call) => {
      call.progress("begun");
      return new Promise((_, reject) =>
        call.signal.addEventListener("abort", () => reject((told = new Error("aborted")))),
      );
    })
    .start();
  await gateway.admits();
  gateway.say({ type: "tool.call", id: "c1", sessionId: "s1", tool: "slow", args: {} });
  assert.deepEqual(await gateway.hears("tool.progress"), { type: "tool.progress", id: "c1", message: "begun" });

  gateway.say({ type: "tool.cancel", id: "c1", sessionId: "s1", reason: "timeout" });

  assert.deepEqual(await gateway.hears("tool.result"), {
    type: "tool.result",
    id: "c1",
    error: "Cancelled",
    errorCode: "CANCELLED",
  });
  await settled();
  assert.equal(told.message, "aborted");
  assert.deepEqual(gateway.heard, []);
  assert.deepEqual(lines, ["joined session s1 as p-1"]);
});

test("gates decide, and deny in doubt", async () => {
  make()
    .gate({ tool: "a" }, ({ args }) => (args.ok ? allow("Mind the gap.") : deny("Not now.")))
    .gate({ tool: "b" }, () => {
      throw new Error("broken");
    })
    .gate({ tool: "c" }, () => true)
    .gate({ tool: "d" }, () => ask("Really?"))
    .start();
  await gateway.admits();
  const check = async (gateId, args = {}) => {
    gateway.say({ type: "gate.check", callId: "k", gateId, sessionId: "s1", tool: "a", args });
    const { decision, reason } = await gateway.hears("gate.result");
    return [decision, reason];
  };

  assert.deepEqual(await check("gate-1", { ok: true }), ["context", "Mind the gap."]);
  assert.deepEqual(await check("gate-1"), ["deny", "Not now."]);
  assert.deepEqual(await check("gate-2"), ["deny", "The gate failed."]);
  assert.deepEqual(await check("gate-3"), ["deny", "The gate failed."]);
  assert.deepEqual(await check("gate-4"), ["ask", "Really?"]);
  assert.deepEqual(await check("gate-of-another-time"), ["deny", "The gate failed."]);
});

test("transforms rewrite a section, and leave it when they fail", async () => {
  make()
    .transform("tone", (current) => `${current} Be brief.`)
    .transform("style", () => {
      throw new Error("broken");
    })
    .start();
  await gateway.admits();

  gateway.say({ type: "transform.request", callId: "t1", sessionId: "s1", section: "tone", current: "Be kind." });
  assert.deepEqual(await gateway.hears("transform.result"), {
    type: "transform.result",
    callId: "t1",
    content: "Be kind. Be brief.",
  });
  gateway.say({ type: "transform.request", callId: "t2", sessionId: "s1", section: "style", current: "Plain." });
  assert.deepEqual(await gateway.hears("transform.result"), { type: "transform.result", callId: "t2" });
});

test("what is described later is told at once, in one go", async () => {
  make()
    .tool("greet", NAMED, () => {})
    .start();
  await gateway.admits();

  provider.tool("more", { description: "More." }, () => "more").tool("most", { description: "Most." }, () => "most");
  const update = await gateway.hears("tools.update");

  assert.deepEqual(
    update.tools.map(({ name }) => name),
    ["greet", "more", "most"],
  );
  let known = false;
  const updated = provider.updated().then(() => (known = true));
  await settled();
  assert.equal(known, false);
  gateway.say({ type: "ack", requestId: update.requestId, sessionId: "s1", revision: 2 });
  await updated;
  assert.deepEqual(gateway.heard, []);
});

test("what the gateway refuses is as it was before", async () => {
  make().context("old").start();
  await gateway.admits();

  provider.context("new");
  const update = await gateway.hears("context.update");
  const updated = provider.updated();
  gateway.say({
    type: "error",
    code: "PAYLOAD_TOO_LARGE",
    message: "too long",
    replyTo: "context.update",
    requestId: update.requestId,
  });

  await assert.rejects(updated, { name: "Refused", code: "PAYLOAD_TOO_LARGE" });
  assert.ok(lines.includes("the gateway refuses 'context.update': too long. (PAYLOAD_TOO_LARGE)"));
  provider.context("old");
  await settled();
  assert.deepEqual(
    gateway.heard.filter(({ type }) => type !== "context.update"),
    [],
  );
});

test("a filter is said after each joining, since hello does not carry it", async () => {
  const stream = make().stream("log").filter({ match: "DEBUG", outcome: "drop" });
  provider.start();
  await gateway.admits();

  const { requestId, ...filter } = await gateway.hears("filter.set");
  assert.deepEqual(filter, { type: "filter.set", stream: "log", rules: [{ match: "DEBUG", outcome: "drop" }] });
  gateway.say({ type: "ack", requestId, sessionId: "s1", revision: 2 });
  const reading = stream.read(2);
  const { queryId } = await gateway.hears("stream.query");
  gateway.say({ type: "stream.history", queryId, streams: { "log@greeter": [{ ts: "", event: "x", level: "keep" }] } });
  assert.deepEqual(await reading, [{ ts: "", event: "x", level: "keep" }]);
});

test("events leave ten at once, and none without a session", async () => {
  const stream = make().stream();
  assert.equal(stream.keep("too early"), false);
  provider.start();
  await gateway.admits();

  const taken = Array.from({ length: 300 }, (_, number) => stream.surface(`event ${number}`, { number }));

  assert.equal(taken.filter(Boolean).length, 210);
  assert.equal(gateway.heard.length, 10);
  assert.deepEqual(gateway.heard[0], {
    type: "push",
    level: "surface",
    stream: "greeter",
    event: "event 0",
    metadata: { number: 0 },
  });
  await provider.stop();
  assert.ok(lines.includes("200 events were not sent: the connection has ended"));
});

test("a session that ends is let go after cleaning up, and another one joined", async () => {
  const ended = [];
  make()
    .on("ending", async ({ session }) => {
      await settled();
      ended.push(session);
    })
    .on("left", () => ended.push("left"))
    .start();
  await gateway.admits();

  gateway.say({ type: "session.lifecycle", sessionId: "s1", state: "shutdown.pending", deadline: 10_000 });
  assert.deepEqual(await gateway.hears("shutdown.ready"), { type: "shutdown.ready", sessionId: "s1" });
  assert.deepEqual(ended, ["s1"]);
  gateway.say(
    { type: "sessions.updated", active: [] },
    { type: "sessions.updated", active: [{ id: "s2", label: "" }] },
  );

  const hello = await gateway.hears("hello");
  assert.equal(hello.session, "s2");
  assert.equal(hello.reconnectToken, "place");
  assert.deepEqual(ended, ["s1", "left"]);
  assert.deepEqual(lines, ["joined session s1 as p-1", "session s1 has ended; waiting for another one"]);
});

test("who follows the foreground leaves for it once no call runs", async () => {
  let done;
  make({ follow: "foreground" })
    .tool("slow", { description: "Takes long." }, () => new Promise((resolve) => (done = resolve)))
    .start();
  await gateway.admits();
  gateway.say({ type: "tool.call", id: "c1", tool: "slow", args: {}, sessionId: "s1" });
  await settled();

  gateway.say({ type: "sessions.updated", active: [{ id: "s2", label: "" }, SESSION] });
  await settled();
  assert.deepEqual(gateway.heard, []);
  done("done");

  assert.equal((await gateway.hears("tool.result")).data, "done");
  assert.deepEqual(await gateway.hears("goodbye"), { type: "goodbye", reason: "the user is in another session" });
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: [{ id: "s2", label: "" }, SESSION] });
  const hello = await gateway.hears("hello");
  assert.equal(hello.session, "s2");
});

test("who does not follow stays where it is", async () => {
  make().start();
  await gateway.admits();

  gateway.say({ type: "sessions.updated", active: [{ id: "s2", label: "" }, SESSION] });
  await settled();

  assert.deepEqual(gateway.heard, []);
});

test("a refused session is not asked for again", async () => {
  make().start();
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: [SESSION, { id: "s2", label: "" }] });
  assert.equal((await gateway.hears("hello")).session, "s1");

  gateway.say({ type: "error", code: "INVALID_SESSION", message: "it is ending", replyTo: "hello" });

  assert.equal((await gateway.hears("hello")).session, "s2");

  gateway.say({ type: "error", code: "INVALID_SESSION", message: "it is ending as well", replyTo: "hello" });
  await settled();

  assert.deepEqual(gateway.heard, []);
});

test("of a lost connection people read why, and when the next one is tried", async (context) => {
  context.mock.method(Math, "random", () => 1);
  make().start();
  await gateway.admits();

  gateway.end(1006);
  await settled();

  assert.equal(lines.at(-1), "the connection to ws://127.0.0.1:9400/ has ended (1006); trying again in 1 s");
  assert.equal(provider.joined, undefined);
});

for (const [code, advice] of [
  [
    "TOOL_CONFLICT",
    "Tool 'greet' is taken. Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 1 s",
  ],
  [
    "DUPLICATE_INSTANCE",
    "Tool 'greet' is taken. Stop the other one, or give each an instance of its own (DUPLICATE_INSTANCE); trying again in 1 s",
  ],
]) {
  test(`${code} says what to do, and passes`, async (context) => {
    context.mock.method(Math, "random", () => 1);
    make().start();
    await gateway.hears("auth");
    gateway.say({ type: "sessions", active: [SESSION] });
    await gateway.hears("hello");

    gateway.say({ type: "error", code, message: "Tool 'greet' is taken", replyTo: "hello" });
    await settled();

    assert.equal(lines.at(-1), advice);
  });
}

test("what can never go well ends the provider", async () => {
  const ended = make()
    .gate({ tool: "shell" }, () => allow())
    .start();
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: [SESSION] });
  await gateway.hears("hello");

  gateway.say({ type: "error", code: "UNAUTHORIZED", message: "no right to rules", replyTo: "hello" });

  assert.equal(await ended, false);
  assert.match(
    lines.at(-1),
    /^the gateway refuses this provider: no right to rules\. Rules, .*tapgateway spawn NAME -- COMMAND/,
  );
});

test("without a token a provider says so and waits", async () => {
  make(
    {},
    {
      auth: () => {
        throw new Unavailable("there is no token");
      },
    },
  ).start();

  await settled();

  assert.match(lines.at(-1), /^there is no token; trying again in/);
});

test("messages and fields of a later gateway are ignored", async () => {
  make()
    .tool("greet", NAMED, ({ name }) => name)
    .start();
  await gateway.admits();

  gateway.say({ type: "weather", of: "tomorrow" });

  assert.deepEqual(await gateway.call("greet", { name: "Ada" }), { id: undefined, data: "Ada" });
});

test("what is no gateway is not one", async () => {
  make().start();
  await gateway.hears("auth");

  gateway.say("<html>");
  await settled();

  assert.match(lines.at(-1), /does not speak the protocol of providers/);
});

test("a stopped provider says goodbye", async () => {
  const ended = make().start();
  await gateway.admits();

  await provider.stop("enough");

  assert.deepEqual(await gateway.hears("goodbye"), { type: "goodbye", reason: "enough" });
  assert.equal(await ended, true);
  assert.equal(lines.at(-1), "left");
});

test("at a gateway of the Core Profile a provider connects, serves and ends cleanly", async () => {
  gateway = new CoreGateway();
  const stream = make()
    .tool("slow", { description: "Takes long." }, (_, call) => call.progress("begun"))
    .stream("log");
  stream.filter({ match: "x", outcome: "drop" });
  provider.start();
  await provider.updated();
  assert.equal(provider.joined.session, "s1");
  await gateway.hears("auth");
  await gateway.hears("hello");

  assert.deepEqual(await gateway.call("slow"), { id: undefined, data: null });
  provider.removeTool("slow");
  const { tools } = await gateway.hears("tools.update");
  await provider.updated();
  assert.deepEqual(tools, []);
  await assert.rejects(stream.read(), /does not answer such requests/);
  assert.equal(stream.keep("news"), true);
  await gateway.hears("push");
  gateway.endSession();
  await gateway.hears("goodbye");
  await settled();

  assert.deepEqual(gateway.heard, []);
  assert.deepEqual(gateway.refused, []);
  assert.deepEqual(lines.slice(0, 1), ["joined session s1 as p-1"]);
  assert.match(lines[1], /^session s1 has ended; waiting for another one; trying again in/);
  assert.equal(lines.length, 2);
});

test("a refusal that does not say what it is about is understood", async (context) => {
  context.mock.method(Math, "random", () => 1);
  gateway = new CoreGateway({ taken: ["greet"] });
  make()
    .tool("greet", NAMED, () => {})
    .start();

  await gateway.hears("hello");
  await settled();

  assert.deepEqual(lines, [
    "Tool 'greet' is taken. Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 1 s",
  ]);
});

test("whoever waits for a session of its choice says so once", async () => {
  make({ session: "s2" }).start();
  await gateway.hears("auth");

  gateway.say({ type: "sessions", active: [SESSION] }, { type: "sessions.updated", active: [] });
  gateway.say({ type: "sessions.updated", active: [SESSION, { id: "s2", label: "" }] });

  assert.equal((await gateway.hears("hello")).session, "s2");
  assert.deepEqual(lines, ["connected; waiting for a session to join"]);
});

test("progress is told at a pace, and the latest before the result", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let done;
  make()
    .tool("slow", { description: "Takes long." }, async (_, call) => {
      for (let step = 1; step <= 100; step++) call.progress(`${step} %`);
      await new Promise((resolve) => (done = resolve));
      call.progress("done");
    })
    .start();
  await gateway.admits();
  gateway.say({ type: "tool.call", id: "c1", sessionId: "s1", tool: "slow", args: {} });
  await gateway.hears("tool.progress");
  await settled();
  const heard = () => gateway.heard.splice(0).map(({ type, message }) => message ?? type);

  assert.deepEqual(heard(), []);
  context.mock.timers.tick(124);
  assert.deepEqual(heard(), []);
  context.mock.timers.tick(1);
  assert.deepEqual(heard(), ["100 %"]);
  done();
  await settled();
  assert.deepEqual(heard(), ["done", "tool.result"]);
});

test("M023 progress has numbers if the tool counts", async () => {
  make()
    .tool("slow", { description: "Takes long." }, (_, call) => call.progress("copying", { progress: 3, total: 10 }))
    .tool("endless", { description: "Nobody knows." }, (_, call) => call.progress("", { progress: 0.5 }))
    .start();
  await gateway.admits();
  const said = async (id, tool) => {
    gateway.say({ type: "tool.call", id, sessionId: "s1", tool, args: {} });
    return gateway.hears("tool.progress");
  };

  assert.deepEqual(await said("c1", "slow"), {
    type: "tool.progress",
    id: "c1",
    message: "copying",
    progress: 3,
    total: 10,
  });
  assert.deepEqual(await said("c2", "endless"), { type: "tool.progress", id: "c2", message: "", progress: 0.5 });
});

test("what is not answered fails after a while", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const stream = make().stream();
  provider.start();
  await gateway.admits();

  const reading = assert.rejects(stream.read(), /has not answered 'stream.query' for 30 s/);
  const updated = assert.rejects(provider.context("new").updated(), /has not answered 'context.update' for 30 s/);
  await settled();
  context.mock.timers.tick(30_000);

  await Promise.all([reading, updated]);
  assert.equal(lines.length, 3);
});

for (const [what, begin, line] of [
  [
    "is not reached",
    () => make({}, { open: async () => ({ readyState: 0, close() {} }) }),
    "no gateway answers at ws://127.0.0.1:9400/: is one running?; trying again in 1 s",
  ],
  [
    "does not answer auth",
    () => make(),
    "the gateway at ws://127.0.0.1:9400/ has not answered 'auth' for 30 s; trying again in 1 s",
  ],
  [
    "does not answer hello",
    () => make({}, { auth: () => (queueMicrotask(sayHello), { type: "auth", token: "t" }) }),
    "the gateway at ws://127.0.0.1:9400/ has not answered 'hello' for 30 s; trying again in 1 s",
  ],
]) {
  test(`a gateway that ${what} is left`, async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    context.mock.method(Math, "random", () => 1);
    begin().start();
    await settled();
    await settled();

    context.mock.timers.tick(30_000);
    context.mock.timers.tick(3_000);
    await settled();

    assert.deepEqual(lines, [line]);
  });
}

async function sayHello() {
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: [SESSION] });
}

for (const crossing of ["before", "after"]) {
  test(`an update that is refused ${crossing} the end of its session is told to the next one`, async () => {
    make().context("old").start();
    await gateway.admits();
    provider.context("new");
    const { requestId } = await gateway.hears("context.update");
    const updated = provider.updated();
    const refusal = { type: "error", code: "INVALID_SESSION", message: "it ends", replyTo: "context.update", requestId };
    const end = { type: "sessions.updated", active: [] };

    if (crossing === "before") gateway.say(refusal, end);
    else gateway.say(end, refusal);
    await settled();
    gateway.say({ type: "sessions.updated", active: [{ id: "s2", label: "" }] });

    const hello = await gateway.hears("hello");
    assert.equal(hello.context, "new");
    gateway.say({ type: "hello.ack", protocolVersion: 2, providerId: "p-1", sessionId: "s2", reconnectToken: "place" });
    await updated;
    assert.deepEqual(gateway.heard, []);
    assert.deepEqual(lines, [
      "joined session s1 as p-1",
      "session s1 has ended; waiting for another one",
      "joined session s2 as p-1",
    ]);
  });
}

test("whoever waits for a session is connected all the time", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  make().start();
  for (let connection = 1; connection <= 5; connection++) {
    await gateway.hears("auth");
    assert.equal(gateway.connections, connection);
    gateway.say({ type: "sessions", active: [] });
    context.mock.timers.tick(30_000);
  }

  assert.deepEqual(lines, ["connected; waiting for a session to join"]);
});

test("pauses leave nothing behind", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const added = context.mock.method(AbortSignal.prototype, "addEventListener");
  const removed = context.mock.method(AbortSignal.prototype, "removeEventListener");
  make().start();
  for (let connection = 1; connection <= 5; connection++) {
    await gateway.hears("auth");
    gateway.end(1001);
    await settled();
    context.mock.timers.tick(30_000);
  }

  assert.equal(added.mock.callCount(), removed.mock.callCount());
});

test("a provider that is started while it ends goes on", async () => {
  const first = make().start();
  await gateway.admits();

  void provider.stop("enough");
  void provider.start();

  assert.equal(await first, true);
  await gateway.hears("goodbye");
  await gateway.admits();
  assert.equal(gateway.connections, 2);
});

test("every change of the state is reported, even if there is nothing new to read", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(Math, "random", () => 0);
  const states = [];
  const auth = () => {
    throw new Unavailable("there is no token");
  };
  make({ report: (line, state) => states.push(state) }, { auth }).start();
  await settled();
  context.mock.timers.tick(500);
  await settled();

  assert.deepEqual(states, ["connecting", "waiting", "connecting", "waiting"]);
});

test("updated() waits for a session", async () => {
  await assert.rejects(make().updated(), /does not run/);
  provider.start();
  let known = false;
  const updated = provider
    .context("new")
    .updated()
    .then(() => (known = true));
  await settled();
  assert.equal(known, false);

  assert.equal((await gateway.admits()).context, "new");

  await updated;
});

test("updated() ends with the provider", async () => {
  make().start();
  const updated = assert.rejects(provider.updated(), /does not run/);

  await provider.stop();

  await updated;
});

test("what is listened to later counts from the next connection on", async () => {
  make().start();
  await gateway.admits();

  provider
    .on("user.message", () => {})
    .on("user.message", () => {})
    .on("idle", () => {});

  assert.deepEqual(lines.slice(1), [
    "'user.message' is listened to from the next connection on: say what to listen to before start()",
  ]);
});

test("listeners are told one thing after the other, and the end of a session out of turn", async () => {
  const told = [];
  let go;
  make()
    .on("user.message", async ({ content }) => {
      if (content === 0) await new Promise((resolve) => (go = resolve));
      told.push(content);
    })
    .on("idle", () => told.push("idle"))
    .start();
  await gateway.admits();
  const say = (content) => gateway.say({ type: "session.event", event: "user.message", data: { content } });

  for (let content = 0; content < 999; content++) say(content);
  gateway.say({ type: "session.lifecycle", sessionId: "s1", state: "idle" });
  say("too much");
  say("too much");
  await settled();
  assert.deepEqual(told, []);
  gateway.say({ type: "session.lifecycle", sessionId: "s1", state: "shutdown.pending", deadline: 10_000 });
  await gateway.hears("shutdown.ready");
  go();
  await settled();
  say("later");
  await settled();

  assert.deepEqual(told, [...Array(999).keys(), "idle", "later"]);
  assert.deepEqual(lines.slice(1), ["events are lost: 1000 wait for a listener that is too slow"]);
});

test("what has no form in JSON is refused where it is said", async () => {
  const circle = {};
  circle.self = circle;
  assert.throws(() => make().tool("greet", { description: "Greets.", parameters: circle }, () => {}), TypeError);
  assert.throws(() => provider.deny(circle, "No."), TypeError);
  make({
    metadata: () => circle,
    session: () => {
      throw new Error("undecided");
    },
  }).start();
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: [SESSION] });

  assert.match(lines[0], /^the choice of a session failed: Error: undecided/);
  await provider.stop();
  make({ metadata: () => circle }).start();
  assert.equal((await gateway.admits()).metadata, undefined);
  assert.throws(() => provider.stream().keep("event", { big: 1n }), TypeError);
  assert.deepEqual(gateway.heard, [{ type: "goodbye", reason: "the provider was stopped" }]);
});

test("an event that cannot leave any more is refused", async () => {
  make().start();
  await gateway.admits();

  gateway.socket.readyState = 2;

  assert.equal(provider.stream().keep("too late"), false);
  gateway.socket.readyState = 1;
});

test("D236_a_tool_says_more_of_itself", async () => {
  const outputSchema = { type: "object", properties: { width: { type: "number" } } };
  const about = { title: "Screenshot", outputSchema, annotations: { readOnlyHint: true } };
  make()
    .tool("shot", { description: "Takes a picture.", ...about }, () => {})
    .start();

  const { tools } = await gateway.admits();

  const parameters = { type: "object", properties: {} };
  assert.deepEqual(tools, [{ name: "shot", description: "Takes a picture.", ...about, parameters }]);
});

test("D237_results_may_be_content", async () => {
  const bytes = new Uint8Array(70_000).fill(255);
  make()
    .tool("all", { description: "Returns all there is." }, () =>
      new ToolContent()
        .text("Look:")
        .image(new Uint8Array([1, 2, 3]), "image/png")
        .audio(bytes, "audio/wav")
        .link("https://example.org/", "example", { title: "Example" })
        .resource("note:1", "text", "text/plain")
        .resource("note:2", new Uint8Array([1]).buffer)
        .structured({ width: 17 }),
    )
    .tool("broken", { description: "Fails." }, () => new ToolContent().text("No.").failed())
    .tool("alike", { description: "Looks like content." }, () => ({ content: ["no block"] }))
    .start();
  const hello = await gateway.admits();

  assert.equal(hello.content, true);
  assert.deepEqual((await gateway.call("all")).data, {
    content: [
      { type: "text", text: "Look:" },
      { type: "image", data: "AQID", mimeType: "image/png" },
      { type: "audio", data: Buffer.from(bytes).toString("base64"), mimeType: "audio/wav" },
      { type: "resource_link", uri: "https://example.org/", name: "example", title: "Example" },
      { type: "resource", resource: { uri: "note:1", mimeType: "text/plain", text: "text" } },
      { type: "resource", resource: { uri: "note:2", blob: "AQ==" } },
    ],
    structuredContent: { width: 17 },
  });
  assert.deepEqual((await gateway.call("broken")).data, { content: [{ type: "text", text: "No." }], isError: true });
  assert.deepEqual((await gateway.call("alike")).data, {
    content: [{ type: "text", text: '{"content":["no block"]}' }],
    structuredContent: { content: ["no block"] },
  });
});

test("the pace of events does not depend on the time of day", async (context) => {
  const stream = make().stream();
  provider.start();
  await gateway.admits();
  let hour = 1e12;
  context.mock.method(Date, "now", () => (hour -= 3_600_000));
  const timers = context.mock.method(globalThis, "setTimeout");

  for (let event = 0; event < 11; event++) stream.keep(`event ${event}`);

  assert.ok(timers.mock.calls.every(({ arguments: [, ms] }) => ms <= 1_250));
  assert.equal(timers.mock.callCount(), 1);
});
