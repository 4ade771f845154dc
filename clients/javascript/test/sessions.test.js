import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { deny } from "../src/calls.js";
import { PortableProvider } from "../src/provider.js";
import { ScriptedGateways, sessions, welcome } from "./fixtures/scripted-gateways.js";

let gateways;
let lines;
let states;
let provider;

function make(options = {}, credentials = {}) {
  provider = new PortableProvider(
    "greeter",
    { report: (line, state) => (line && lines.push(line), states.push(state)), ...options },
    gateways.credentials(credentials),
  );
  return provider;
}

/** A provider with a tool, in the sessions `a` and `b`. */
async function inTwo(options) {
  void make(options)
    .tool("where", { description: "Says where it is." }, (_, call) => call.session)
    .start();
  const a = await gateways.admits("a", "b");
  const b = await gateways.admits("a", "b");
  return { a, b };
}

beforeEach((context) => {
  context.mock.method(Math, "random", () => 0);
  gateways = new ScriptedGateways();
  lines = [];
  states = [];
});

afterEach(() => provider.stop());

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const call = async (gateway) => {
  gateway.say({ type: "tool.call", id: "c", sessionId: gateway.session, tool: "where", args: {} });
  return (await gateway.hears("tool.result")).data;
};

test("G002_a_provider_serves_every_session_that_its_token_shows", async () => {
  const told = [];
  make({ instance: "one" })
    .gate({ tool: "shell" }, ({ session }) => deny(`not in ${session}`))
    .tool("where", { description: "Says where it is." }, (_, call) => call.session)
    .on("joined", ({ session }) => told.push(`joined ${session}`))
    .on("left", ({ session }) => told.push(`left ${session}`))
    .on("user.message", ({ session, content }) => told.push(`${content} in ${session}`))
    .start();

  const a = await gateways.admits("a", "b");
  const b = await gateways.admits("a", "b");

  assert.deepEqual([a.session, b.session], ["a", "b"]);
  assert.deepEqual([await call(a), await call(b)], ["a", "b"]);
  b.say({ type: "gate.check", callId: "k", gateId: "gate-1", sessionId: "b", tool: "shell", args: {} });
  assert.equal((await b.hears("gate.result")).reason, "not in b");
  b.say({ type: "session.event", sessionId: "b", event: "user.message", data: { content: "hello" } });
  await settled();
  assert.deepEqual(told, ["joined a", "joined b", "hello in b"]);
  assert.deepEqual(lines, ["joined session a as p-a", "joined session b as p-b"]);
  assert.deepEqual(
    provider.bindings.map(({ session }) => session),
    ["a", "b"],
  );
  assert.equal(gateways.attempts, 2);
});

test("sessions that appear are joined, and those that end are left", async () => {
  const { a, b } = await inTwo();

  a.say({ type: "sessions.updated", active: sessions("c", "a", "b") });
  b.say({ type: "sessions.updated", active: sessions("c", "a", "b") });
  const c = await gateways.admits("c", "a", "b");
  assert.equal(c.session, "c");
  assert.equal(provider.joined.session, "c");
  for (const each of [a, b, c]) each.say({ type: "sessions.updated", active: sessions("c", "a") });

  assert.deepEqual(await b.hears("goodbye"), { type: "goodbye", reason: "the session has ended" });
  await settled();
  assert.deepEqual([a.heard, c.heard, gateways.unseen], [[], [], 0]);
  assert.deepEqual(lines.slice(2), ["joined session c as p-c", "session b has ended"]);
  assert.deepEqual([...new Set(states)], ["connecting", "joined", undefined]);
});

test("the last connection waits for a session", async () => {
  const { a, b } = await inTwo();

  a.say({ type: "sessions.updated", active: [] });
  await a.hears("goodbye");
  await settled();
  b.say({ type: "sessions.updated", active: [] });
  b.say({ type: "sessions.updated", active: sessions("c", "d") });

  assert.equal((await b.hears("hello")).session, "c");
  b.say(welcome("c"));
  assert.equal((await gateways.admits("c", "d")).session, "d");
  assert.deepEqual(lines.slice(2), [
    "session a has ended",
    "session b has ended; waiting for another one",
    "joined session c as p-c",
    "joined session d as p-d",
  ]);
});

test("of connections that lose their sessions at the same time, one stays", async () => {
  const { a, b } = await inTwo();

  for (const each of [a, b]) each.say({ type: "sessions.updated", active: [] });
  await settled();
  b.say({ type: "sessions.updated", active: sessions("c") });

  assert.equal((await b.hears("hello")).session, "c");
});

test("a lost gateway is looked for over one connection, and each session has its place again", async (context) => {
  const { a, b } = await inTwo();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  gateways.isThere = false;
  a.end(1006);
  b.end(1006);
  await settled();
  for (let attempt = 0; attempt < 3; attempt++) {
    context.mock.timers.tick(30_000);
    await settled();
  }
  assert.equal(gateways.attempts, 5);
  gateways.isThere = true;
  context.mock.timers.tick(30_000);

  const first = await gateways.admits("b", "a");
  await settled();
  context.mock.timers.tick(0);
  const second = await gateways.admits("b", "a");

  assert.deepEqual([first.session, first.reconnectToken], ["a", "place-a"]);
  assert.deepEqual([second.session, second.reconnectToken], ["b", "place-b"]);
});

test("after a restart, sessions that are gone are forgotten and new ones joined", async (context) => {
  const { a, b } = await inTwo();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  a.end(1006);
  b.end(1006);
  await settled();
  context.mock.timers.tick(30_000);

  const x = await gateways.admits("x", "y");
  await settled();
  context.mock.timers.tick(0);
  const y = await gateways.admits("x", "y");
  await settled();
  context.mock.timers.tick(30_000);
  await settled();

  assert.deepEqual([x.session, y.session], ["x", "y"]);
  assert.equal(gateways.attempts, 4);
});

test("one lost connection is made anew while the others serve", async (context) => {
  const { a, b } = await inTwo();
  context.mock.timers.enable({ apis: ["setTimeout"] });

  b.end(1006);
  await settled();
  context.mock.timers.tick(500);
  await settled();
  context.mock.timers.tick(0);

  const again = await gateways.admits("a", "b");
  assert.deepEqual([again.session, again.reconnectToken], ["b", "place-b"]);
  assert.equal(await call(a), "a");
});

test("a name that is taken in one session does not keep the provider from the others", async () => {
  void make().start();
  const first = await gateways.next();
  await first.hears("auth");
  first.say({ type: "sessions", active: sessions("a", "b") });
  assert.equal((await first.hears("hello")).session, "a");

  first.say({ type: "error", code: "TOOL_CONFLICT", message: "Tool 'x' is taken", replyTo: "hello" });

  assert.equal((await first.hears("hello")).session, "b");
  first.say(welcome("b"));
  const second = await gateways.next();
  await second.hears("auth");
  second.say({ type: "sessions", active: sessions("a", "b") });
  assert.equal((await second.hears("hello")).session, "a");
  second.say({ type: "error", code: "TOOL_CONFLICT", message: "Tool 'x' is taken", replyTo: "hello" });
  await settled();
  assert.deepEqual(lines, [
    "joined session b as p-b",
    "Tool 'x' is taken. Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 0.5 s",
  ]);
});

test("a name that is taken everywhere is asked for once in each session", async () => {
  void make().start();
  const gateway = await gateways.next();
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: sessions("a", "b") });
  for (const session of ["a", "b"]) {
    assert.equal((await gateway.hears("hello")).session, session);
    gateway.say({ type: "error", code: "TOOL_CONFLICT", message: "Tool 'x' is taken", replyTo: "hello" });
  }
  await settled();

  assert.deepEqual(gateway.heard, []);
  assert.match(lines[0], /TOOL_CONFLICT.*trying again in 0.5 s$/);
});

test("whoever is refused for good in one session serves the others", async () => {
  const ended = make().start();
  const a = await gateways.admits("a", "b");
  const b = await gateways.next();
  await b.hears("auth");
  b.say({ type: "sessions", active: sessions("a", "b") });
  await b.hears("hello");

  b.say({ type: "error", code: "UNAUTHORIZED", message: "no right", replyTo: "hello" });
  await settled();
  a.say({ type: "sessions.updated", active: sessions("b", "a") });
  await settled();
  assert.equal(gateways.unseen, 0);
  a.say({ type: "sessions.updated", active: sessions("a") }, { type: "sessions.updated", active: sessions("a", "b") });

  assert.equal((await gateways.admits("a", "b")).session, "b");
  assert.match(lines[1], /^the gateway refuses this provider: no right/);
  await provider.stop();
  assert.equal(await ended, true);
});

test("an event goes to all sessions, or to one", async () => {
  const stream = make().stream("log");
  void provider.start();
  const a = await gateways.admits("a", "b");
  const b = await gateways.admits("a", "b");

  assert.equal(stream.keep("to all"), true);
  assert.equal(stream.at("b").keep("to one"), true);
  assert.equal(stream.at("c").keep("to none"), false);

  assert.deepEqual(
    [a, b].map(({ heard }) => heard.map(({ event }) => event)),
    [["to all"], ["to all", "to one"]],
  );
  a.socket.readyState = 2;
  assert.equal(stream.keep("to those who take it"), true);
  b.socket.readyState = 2;
  assert.equal(stream.keep("to none"), false);
  a.socket.readyState = b.socket.readyState = 1;
});

test("a stream is read in the session that comes first, or in one", async () => {
  const { a, b } = await inTwo();
  const stream = provider.stream("log");
  const answer = async (gateway, event) => {
    const { queryId } = await gateway.hears("stream.query");
    gateway.say({ type: "stream.history", queryId, streams: { "log@greeter": [{ event }] } });
  };

  a.say({ type: "sessions.updated", active: sessions("b", "a") });
  const [first, one] = [stream.read(), stream.at("a").read()];
  await Promise.all([answer(b, "in b"), answer(a, "in a")]);

  assert.deepEqual([await first, await one], [[{ event: "in b" }], [{ event: "in a" }]]);
  await assert.rejects(stream.at("c").read(), /not in the session/);
});

test("updated() waits for all sessions, and what one refuses is taken back in all", async () => {
  const { a, b } = await inTwo();
  const acknowledged = (gateway, { requestId }) => gateway.say({ type: "ack", requestId, revision: 2 });
  let known = false;
  const updated = provider
    .context("new")
    .updated()
    .then(() => (known = true));
  acknowledged(a, await a.hears("context.update"));
  await settled();
  assert.equal(known, false);
  acknowledged(b, await b.hears("context.update"));
  await updated;

  const refused = assert.rejects(provider.context("newer").updated(), { code: "PAYLOAD_TOO_LARGE" });
  acknowledged(a, await a.hears("context.update"));
  const { requestId } = await b.hears("context.update");
  b.say({ type: "error", code: "PAYLOAD_TOO_LARGE", message: "no", replyTo: "context.update", requestId });

  assert.equal((await a.hears("context.update")).context, "new");
  await refused;
});

test("a stopped provider says goodbye in each session", async () => {
  const { a, b } = await inTwo();

  await provider.stop("enough");

  for (const each of [a, b]) assert.equal((await each.hears("goodbye")).reason, "enough");
  assert.deepEqual(lines.slice(2), ["left"]);
});

test("a provider is in fifty sessions at most, and says so once", async (context) => {
  context.mock.method(performance, "now", () => 61_001 * gateways.attempts);
  const ids = Array.from({ length: 52 }, (_, number) => `s${number}`);
  void make().start();
  let latest;
  for (let session = 0; session < 50; session++) latest = await gateways.admits(...ids);
  await settled();
  assert.equal(gateways.unseen, 0);
  assert.equal(lines.filter((line) => line.startsWith("there are more than 50 sessions")).length, 1);

  latest.say({ type: "sessions.updated", active: sessions(...ids.slice(0, 49), ...ids.slice(50)) });

  assert.equal((await latest.hears("hello")).session, "s50");
  latest.say(welcome("s50"));
  await settled();
  assert.equal(gateways.unseen, 0);
});

test("a provider says hello twenty times in a minute, and once more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const ids = Array.from({ length: 30 }, (_, number) => `s${number}`);
  void make().start();
  for (let session = 0; session < 21; session++) {
    const admitted = gateways.admits(...ids);
    await settled();
    context.mock.timers.tick(0);
    await admitted;
  }
  await settled();
  context.mock.timers.tick(0);
  await settled();
  assert.equal(gateways.unseen, 0);

  now = 61_000;
  context.mock.timers.tick(61_000);

  assert.equal((await gateways.admits(...ids)).session, "s21");
});

for (const [how, options] of [
  ["names one", { session: "a" }],
  ["chooses one", { session: ([first]) => first?.id }],
  ["follows", { follow: "foreground" }],
]) {
  test(`whoever ${how} has one connection`, async () => {
    void make(options).start();
    const a = await gateways.admits("a", "b");

    a.say({ type: "sessions.updated", active: sessions("a", "b", "c") });
    await settled();

    assert.deepEqual([a.heard, gateways.attempts], [[], 1]);
  });
}

test("L010_at_a_gateway_of_the_core_profile_a_provider_has_one_connection", async () => {
  void make().start();
  const gateway = await gateways.next();
  await gateway.hears("auth");
  gateway.say({ type: "sessions", active: sessions("a", "b") });
  await gateway.hears("hello");

  gateway.say({ type: "hello.ack", protocolVersion: 2, providerId: "p-1" });
  gateway.say({ type: "sessions.updated", active: sessions("a", "b", "c") });
  await settled();

  assert.equal(gateways.attempts, 1);
});
