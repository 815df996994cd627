import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The floor of idle browsers: a server that opens streams of server-sent events, and sends nothing but heartbeats. */
const heartbeatMs = 15_000;
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(":\n\n");
  const timer = setInterval(() => response.write(":\n\n"), heartbeatMs);
  response.once("close", () => clearInterval(timer));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  process.stdout.write(`bare event server at http://127.0.0.1:${port}\n`);
});
