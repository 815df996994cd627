import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** Starts a server of an API that records requests and answers as a test says. */
export async function startApiServer() {
  const requests: { method: string; url: string; authorization: string; body: string }[] = [];
  const replies: Reply[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, authorization: headers.authorization ?? "", body: Buffer.concat(chunks).toString() });
    const { status = 200, headers: more = {}, body } = replies.shift() ?? { body: '{"rain":"heavy"}' };
    response.writeHead(status, { "content-type": "application/json", ...more }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { requests, replies, host, origin: `http://${host}`, close: () => server.close() };
}
