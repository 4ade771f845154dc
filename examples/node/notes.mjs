#!/usr/bin/env node
// A provider of which several run at once, each with notes of its own. To the agent they are one set of tools with a
// parameter `target`, and a tool list_notes_instances that says who is there.
//
//   node notes.mjs work
//   node notes.mjs home

import { Provider, ToolError } from "./tap.mjs";

const instance = process.argv[2];
if (!/^[A-Za-z0-9._-]{1,64}$/.test(instance ?? "")) {
  console.error("Name this instance, for example: node notes.mjs work");
  process.exit(1);
}
const notes = [];

await new Provider({
  name: "notes",
  instance,
  // What the agent is told about this instance.
  metadata: { title: `Notes about ${instance}` },
  // Every instance has to declare the same parameters. Which of them is meant is not among these: the gateway adds that.
  tools: {
    notes_add: {
      description: "Adds a note.",
      parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      run({ text }) {
        if (typeof text !== "string" || text === "") throw new ToolError("INTERNAL", "'text' must be a text");
        return { instance, notes: notes.push(text) };
      },
    },
    notes_read: {
      description: "Reads all notes.",
      parameters: { type: "object", properties: {} },
      run: () => ({ instance, notes }),
    },
  },
}).run();
