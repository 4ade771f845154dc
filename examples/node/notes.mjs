#!/usr/bin/env node
// A provider of which several run at once, each with notes of its own. To the agent they are one set of tools with a
// parameter `target`, and a tool list_notes_instances that says who is there.
//
//   node notes.mjs work
//   node notes.mjs home

import { Provider } from "@tapgateway/provider";

const instance = process.argv[2];
if (!/^[A-Za-z0-9._-]{1,64}$/.test(instance ?? "")) {
  console.error("Name this instance, for example: node notes.mjs work");
  process.exit(1);
}
const notes = [];

// What the agent is told about this instance.
const notebook = new Provider("notes", { instance, metadata: { title: `Notes about ${instance}` } });

// Every instance has to declare the same parameters. Which of them is meant is not among these: the gateway adds that.
const text = { type: "string", minLength: 1 };
const note = { type: "object", properties: { text }, required: ["text"] };
notebook.tool("notes_add", { description: "Adds a note.", parameters: note }, ({ text }) => ({ instance, notes: notes.push(text) }));
notebook.tool("notes_read", { description: "Reads all notes." }, () => ({ instance, notes }));

await notebook.run();
