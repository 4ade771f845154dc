#!/usr/bin/env node
// A provider with one tool, and nothing else. provider.mjs shows what there is besides.
//
//   npm ci && node greeter.mjs

import { Provider } from "./tap.mjs";

const tools = {
  greet: {
    description: "Greets someone by name.",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    run: ({ name }) => `Hello, ${name}!`,
  },
};

await new Provider({ name: "greeter", tools }).run();
