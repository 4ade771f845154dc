import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import { Provider } from "../src/node.js";

const SOURCES = new URL("../src/", import.meta.url);
const home = mkdtempSync(join(tmpdir(), "tapgateway-"));
const place = join(home, "extensions", "tap", ".provider-token");

let lines;
let provider;

beforeEach(() => {
  rmSync(place, { recursive: true, force: true });
  process.env.COPILOT_HOME = home;
  delete process.env.TAP_PROVIDER_TOKEN;
  lines = [];
});

afterEach(() => provider?.stop());
after(() => rmSync(home, { recursive: true }));

const settled = () => new Promise((resolve) => setImmediate(resolve));

function start(options = {}) {
  provider = new Provider("greeter", { report: (line) => line && lines.push(line), ...options });
  return provider.start();
}

for (const [what, make, problem] of [
  ["that cannot be read", () => mkdirSync(place, { recursive: true }), "cannot be read (EISDIR): is it yours?"],
  ["that is no token", () => write("x".repeat(5_000)), "start a gateway"],
]) {
  test(`a token file ${what} is told in a line, and read again`, async () => {
    make();

    void start();
    await settled();

    assert.equal(lines.length, 1);
    assert.ok(lines[0].includes(place), lines[0]);
    assert.ok(lines[0].includes(`${problem}; trying again in`), lines[0]);
  });
}

test("an address that is none is told in a line", async () => {
  assert.equal(await start({ url: "ws://127.0.0.1:99999/", token: "t" }), false);

  assert.match(lines[0], /^ws:\/\/127.0.0.1:99999\/ is no gateway on this machine/);
});

// Bundlers take such addresses for files that they have to find.
test("the sources do not ask where they are", () => {
  for (const file of readdirSync(SOURCES)) {
    assert.doesNotMatch(readFileSync(new URL(file, SOURCES), "utf8"), /import\.meta/, file);
  }
});

function write(text) {
  mkdirSync(join(place, ".."), { recursive: true });
  writeFileSync(place, text);
}
