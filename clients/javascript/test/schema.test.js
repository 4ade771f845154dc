import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { problemOf } from "../src/schema.js";

const CASES = JSON.parse(readFileSync(new URL("../../schema-cases.json", import.meta.url), "utf8"));

for (const { schema, fits = [], problems = [] } of CASES) {
  test(`by ${JSON.stringify(schema)}`, () => {
    for (const value of fits) assert.equal(problemOf(schema, value), undefined, JSON.stringify(value));
    for (const [value, problem] of problems) assert.equal(problemOf(schema, value), problem, JSON.stringify(value));
  });
}
