import http from "node:http";

/**
 * The floor for the relay. A program that forwards each request to the server whose origin is its argument, and the
 * response back, without inspecting either.
 */
const upstream = new URL(process.argv[2] ?? "");
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });

const server = http.createServer((request, response) => {
  const forwardedRequest = http.request(
    { host: upstream.hostname, port: upstream.port, path: request.url, method: request.method, agent },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    },
  );
  forwardedRequest.setHeader("content-type", "application/json");
  forwardedRequest.on("error", () => response.destroy());
  response.once("close", () => forwardedRequest.destroy());
  request.pipe(forwardedRequest);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`piping at http://127.0.0.1:${address?.port}`);
});
process.once("SIGTERM", () => process.exit());
