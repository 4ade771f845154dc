// Keeps what it is told of, submits by a timer, and floods when it is asked to.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const say = frame => process.stdout.write(JSON.stringify(frame) + "\n");
const answer = (frame, text) => say({type: "tool_result", id: frame.id, content: [{type: "text", text}]});

say({type: "hello", name: "recorder"});
say({type: "subscribe", events: ["session_start", "turn_start", "tool_call", "turn_end", "assistant_message"]});
say({type: "register_tool", name: "flood"});
say({type: "register_tool", name: "alive"});
say({type: "ready"});
let file;
const floods = {
  notes: () => { for (let i = 0; i < 5000; i++) say({type: "notify", message: `note ${i}`}); },
  frames: () => { for (let i = 0; i < 3000; i++) say({type: "clear_notes"}); },
  stderr: () => { for (let i = 0; i < 48; i++) fs.writeSync(2, "x".repeat(65535) + "\n"); },
  submits: () => {
    let left = 12;
    const timer = setInterval(() => {
      say({type: "submit", text: `submitted ${left}`});
      if (--left === 0) clearInterval(timer);
    }, 5);
  },
};
readline.createInterface({input: process.stdin}).on("line", line => {
  const frame = JSON.parse(line);
  switch (frame.type) {
    case "hello_ack":
      file = path.join(frame.data_dir, "events.jsonl");
      break;
    case "event":
      fs.appendFileSync(file, line + "\n");
      break;
    case "tool_call":
      if (frame.name === "flood") floods[frame.args.how]();
      answer(frame, "done");
      break;
    case "shutdown":
      process.exit(0);
  }
});
