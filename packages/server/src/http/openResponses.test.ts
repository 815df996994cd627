import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { watchResponses } from "./openResponses.ts";

test("a server that ends waits for replies that are being written, not for connections that carry none", async () => {
  const held: http.ServerResponse[] = [];
  const server = http.createServer((_, response) => {
    response.write("begun");
    held.push(response);
  });
  const responses = watchResponses(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const agent = new http.Agent({ keepAlive: true });
  const request = http.get({ port, host: "127.0.0.1", agent });
  const [reply] = (await once(request, "response")) as [http.IncomingMessage]; // that is the event's argument
  let isDone = false;
  const done = responses.done(60_000).then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  held[0]?.end();
  let text = "";
  for await (const part of reply) text += part;
  await done;
  expect(text).toBe("begun");
  await responses.done(60_000);
  server.closeAllConnections();
  server.close();
  agent.destroy();
});
