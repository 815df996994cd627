import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import { maxShortCharacters } from "../../core/parseJson.ts";

/**
 * The bytes of a JSON body that is not parsed yet: one block, or several if the body is long. Joining tens of megabytes
 * at once would block the event loop.
 */
export class JsonBody {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];

  constructor(blocks: readonly Uint8Array<ArrayBuffer>[]) {
    this.blocks = blocks;
  }
}

/** Reads JSON bodies without parsing them: `parseBody` parses them where that blocks no other request. */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", (request, payload, done) => {
    readBlocks(request, payload).then((blocks) => done(null, new JsonBody(blocks)), done);
  });
}

async function readBlocks(request: FastifyRequest, payload: FastifyRequest["raw"]) {
  const maxBytes = request.routeOptions.bodyLimit;
  if (Number(request.headers["content-length"]) > maxBytes) throw new AppError("tooLarge");
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let chunks: Buffer[] = [];
  let chunkBytes = 0;
  let totalBytes = 0;
  const endBlock = () => {
    blocks.push(copyChunks(chunks, chunkBytes));
    chunks = [];
    chunkBytes = 0;
  };
  await new Promise<void>((resolve, reject) => {
    payload.on("data", (chunk: Buffer) => {
      totalBytes += chunk.length;
      if (totalBytes > maxBytes) {
        payload.removeAllListeners("data");
        reject(new AppError("tooLarge"));
        return;
      }
      chunks.push(chunk);
      chunkBytes += chunk.length;
      if (chunkBytes > maxShortCharacters) endBlock();
    });
    payload.once("end", resolve);
    payload.once("error", (cause) => reject(new AppError("invalidInput", { cause })));
  });
  if (chunks.length > 0 || blocks.length === 0) endBlock();
  return blocks;
}

/** Copies chunks to memory of their own, because they are parts of shared buffers. */
function copyChunks(chunks: readonly Buffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    block.set(chunk, offset);
    offset += chunk.length;
  }
  return block;
}
