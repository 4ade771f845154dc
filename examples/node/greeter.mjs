import { Provider } from "@tapgateway/provider";

const name = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
await new Provider("greeter")
  .tool("greet", { description: "Greets someone by name.", parameters: name }, ({ name }) => `Hello, ${name}!`)
  .run();
