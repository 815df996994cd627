import http from "node:http";

/**
 * The floor for a start. A program that listens on the port given as its argument and answers every request with the
 * same page.
 */
const pageHtml = `<!doctype html><html lang="en"><title>Bare</title><textarea aria-label="Message"></textarea></html>`;
const server = http.createServer((_request, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end(pageHtml),
);
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`answering at http://127.0.0.1:${address?.port}`);
});
