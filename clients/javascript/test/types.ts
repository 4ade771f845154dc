// Compiled, never run: what authors in TypeScript get.

import * as v from "valibot";
import { z } from "zod";
import { deny, Provider, ToolContent, ToolError } from "../index.js";
import type * as declared from "../index.js";
import type * as declaredPage from "../page.js";
import type * as actual from "../src/node.js";
import type * as actualPage from "../src/page.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): void => void (undefined as unknown as T);

// Each module has what its declaration says, and no more.
holds<Same<keyof typeof declared, keyof typeof actual>>();
holds<Same<keyof typeof declaredPage, keyof typeof actualPage>>();

const provider = new Provider("types", {
  concurrency: 1,
  session: (active) => active.at(-1)?.id,
  report: (line, state) => console.log(line, state === "joined"),
});

provider.tool(
  "json",
  {
    description: "By JSON Schema.",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string" },
        tags: { type: "array", items: { enum: ["a", "b"] } },
        size: { type: "object", properties: { w: { type: "integer" } }, required: ["w"] },
      },
      required: ["name"],
    },
  },
  ({ name, tags, size }) => {
    holds<Same<typeof name, string>>();
    holds<Same<typeof tags, ("a" | "b")[] | undefined>>();
    holds<Same<NonNullable<typeof size>["w"], number>>();
    return name;
  },
);

provider.tool(
  "zod",
  { description: "By zod.", parameters: z.object({ count: z.number().default(3) }) },
  ({ count }, call) => {
    holds<Same<typeof count, number>>();
    call.signal.throwIfAborted();
    throw new ToolError("NOT_FOUND", "nothing", { retryable: true });
  },
);

provider.tool("valibot", { description: "By valibot.", parameters: v.object({ on: v.boolean() }) }, ({ on }) => {
  holds<Same<typeof on, boolean>>();
});

provider.tool(
  "shot",
  {
    description: "Takes a picture.",
    title: "Screenshot",
    outputSchema: z.object({ width: z.number() }),
    annotations: { readOnlyHint: true },
  },
  () =>
    new ToolContent()
      .text("Here it is:")
      .image(new Uint8Array(), "image/png")
      .link("https://example.org/", "example", { mimeType: "text/html" })
      .resource("note:1", "text", "text/plain")
      .structured({ width: 17 }),
);

// @ts-expect-error no such hint
provider.tool("none", { description: "…", annotations: { readOnly: true } }, () => 1);
// @ts-expect-error bytes are needed
new ToolContent().image("base64", "image/png");
// @ts-expect-error a description is needed
provider.tool("none", {}, () => 1);
// @ts-expect-error no such code
new ToolError("WHATEVER", "…");
// @ts-expect-error a gate decides
provider.gate({ tool: "shell" }, () => true);
provider.gate({ tool: "shell" }, ({ args }) => deny(String(args)));
provider.on("ending", ({ deadline }) => holds<Same<typeof deadline, number>>());
export const entries: Promise<readonly { event: string }[]> = provider
  .stream("log")
  .filter({ match: "x", outcome: "drop" })
  .at("main")
  .read(5);
export const places: readonly string[] = provider.bindings.map(({ session }) => session);
provider.on("user.message", ({ session }) => holds<Same<typeof session, string>>());
