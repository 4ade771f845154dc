// Speaks as extensions of later versions do.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const say = frame => process.stdout.write(JSON.stringify(frame) + "\n");

say({type: "hello", name: "later", version: "3.0.0", capabilities: ["commands", "tools", "tool_cancel", "structured_content", "call_tool"]});
say({type: "register_tool", name: "found_later", exposure: "deferred", output_schema: {type: "object"}, namespace: "x"});
say({type: "register_tool", name: "asks_somebody", interactive: true});
say({type: "register_tool", name: "for_martians", exposure: "martians"});
say({type: "call_tool", id: "1", name: "shell", args: {}});
say({type: "ready"});
let directory;
readline.createInterface({input: process.stdin}).on("line", line => {
  const frame = JSON.parse(line);
  if (frame.type === "hello_ack") directory = frame.data_dir;
  if (frame.type === "tool_cancel") fs.writeFileSync(path.join(directory, "cancelled"), frame.id);
  if (frame.type === "shutdown") process.exit(0);
});
