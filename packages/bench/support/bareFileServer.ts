import { createReadStream, createWriteStream } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * The floor for uploads and downloads. A program that writes each body to a file in the folder given as its argument,
 * and serves it again.
 */
const folder = process.argv[2] ?? ".";
const server = http.createServer((request, response) => {
  const path = join(folder, (request.url ?? "/").slice(1).replace(/\W/g, "-"));
  const transfer =
    request.method === "PUT"
      ? pipeline(request, createWriteStream(path)).then(() => response.end("{}"))
      : pipeline(createReadStream(path), response);
  transfer.catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`answering at http://127.0.0.1:${address?.port}`);
});
