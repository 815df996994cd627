import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { trackResponses } from "./trackResponses.ts";

test("a shutdown waits for responses in progress, but not for idle connections", async () => {
  const open: http.ServerResponse[] = [];
  const server = http.createServer((_, response) => {
    response.write("started");
    open.push(response);
  });
  const responses = trackResponses(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  const agent = new http.Agent({ keepAlive: true });
  const request = http.get({ port, host: "127.0.0.1", agent });
  const [reply] = (await once(request, "response")) as [http.IncomingMessage]; // the event's argument
  let isDone = false;
  const drained = responses.drain(60_000).then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  open[0]?.end();
  let text = "";
  for await (const part of reply) text += part;
  await drained;
  expect(text).toBe("started");
  await responses.drain(60_000);
  server.closeAllConnections();
  server.close();
  agent.destroy();
});
