// Prints frames as they are seldom printed: in pieces, with other ends, orders and letters, and as long as they may be.
const readline = require("node:readline");
const say = text => process.stdout.write(text + "\n");
const MOST = 4 << 20;
const text = value => JSON.stringify([{type: "text", text: value}]);

say(JSON.stringify({name: "lines", type: "hello"}));
say(JSON.stringify({type: "register_tool", name: "print"}) + "\r");
say("");
say('{"TYPE":"ready"}');
const ways = {
  last: id => say(`{"id":"${id}","content":${text("last")},"type":"tool_result"}`),
  letters: id => say(`{"Type":"tool_result","ID":"${id}","CONTENT":${text("letters")}}`),
  crlf: id => say(`{"type":"tool_result","id":"${id}","content":${text("crlf")}}\r`),
  pieces: id => {
    const bytes = Buffer.from(`{"type":"tool_result","id":"${id}","content":${text("ä€😀")}}\n`);
    let at = 0;
    const next = () => at < bytes.length && process.stdout.write(bytes.subarray(at, ++at), () => setImmediate(next));
    next();
  },
  full: id => {
    const frame = `{"type":"tool_result","id":"${id}","content":${text("")}}`;
    say(frame.replace('"text":""', `"text":"${"x".repeat(MOST - frame.length)}"`));
  },
  over: () => say("x".repeat(MOST + 1)),
};
readline.createInterface({input: process.stdin}).on("line", line => {
  const frame = JSON.parse(line);
  if (frame.type === "tool_call") ways[frame.args.how](frame.id);
  if (frame.type === "shutdown") process.exit(0);
});
