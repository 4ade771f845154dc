// The program that serves a page, and goes along with its user in the page's place: the page itself would have to be
// paired, and a paired page stays where it is.

import { createServer } from "node:http";
import { Provider } from "@tapgateway/provider";

const PAGE = `<!doctype html>
<title>The Moon</title>
<script>
  new EventSource("/questions").onmessage = ({ data }) => fetch(data, { method: "POST", body: document.title });
</script>`;

const open = new Map(); // what is asked, by where the page answers
let asked = 0;
let tab; // what the page listens to

const site = createServer(async (request, response) => {
  if (request.url === "/questions") {
    tab = response.writeHead(200, { "content-type": "text/event-stream" });
    tab.flushHeaders();
  } else if (request.method === "POST") {
    let answer = "";
    for await (const part of request) answer += part;
    open.get(request.url)?.(answer);
    open.delete(request.url);
    response.end();
  } else {
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  }
});
site.listen(0, "127.0.0.1", () => console.log(`The page is at http://localhost:${site.address().port}/`));

new Provider("tab", { follow: "foreground" })
  .tool("tab_title", { description: "The title of the tab that the user has open." }, () => {
    const where = `/answers/${++asked}`;
    return new Promise((answer) => {
      open.set(where, answer);
      tab.write(`data: ${where}\n\n`);
    });
  })
  .run();
