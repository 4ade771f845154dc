import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z } from "zod";
import { describeArguments } from "../src/schema.js";

for (const [library, schema] of Object.entries({
  zod: z.object({ seconds: z.number().min(1).default(3), deep: z.array(z.string()).optional() }),
  valibot: toStandardJsonSchema(
    v.object({ seconds: v.optional(v.pipe(v.number(), v.minValue(1)), 3), deep: v.optional(v.array(v.string())) }),
  ),
})) {
  test(`a schema of ${library} describes arguments, checks them and completes them`, async () => {
    const { parameters, check } = describeArguments("wait", schema);

    assert.equal(parameters.properties.seconds.minimum, 1);
    assert.deepEqual(await check({}), { value: { seconds: 3 } });
    assert.match((await check({ seconds: 0 })).problem, /^\/seconds: /);
    assert.match((await check({ deep: [1] })).problem, /^\/deep\/0: /);
  });
}

test("a schema that cannot say its JSON Schema is refused with what to do", () => {
  assert.throws(
    () => describeArguments("greet", v.object({ name: v.string() })),
    /toStandardJsonSchema of @valibot\/to-json-schema/,
  );
});
