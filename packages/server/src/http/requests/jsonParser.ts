import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getLimitedId } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { maxShortCharacters } from "../../core/parseJson.ts";
import { type BodyMemory, openBodyMemory } from "../../modules/requestRates/service.ts";
import { getCaller } from "../entryPoints/authenticate.ts";

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
export function registerJsonParser(app: FastifyInstance, platform: Platform): void {
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  app.addHook("preParsing", (request, reply, _payload, done) => {
    responses.set(request, reply.raw);
    done();
  });
  /** Counts the memory of a long body until its response has ended. Only authenticated routes accept long bodies. */
  const openMemory = (request: FastifyRequest) => {
    const memory = openBodyMemory(platform, getLimitedId(getCaller(request)));
    responses.get(request)?.once("close", memory.release);
    return memory;
  };
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", (request, payload, done) => {
    readBlocks(request, payload, openMemory).then((blocks) => done(null, new JsonBody(blocks)), done);
  });
}

async function readBlocks(
  request: FastifyRequest,
  payload: FastifyRequest["raw"],
  openMemory: (request: FastifyRequest) => BodyMemory,
) {
  const maxBytes = request.routeOptions.bodyLimit;
  const announcedBytes = Number(request.headers["content-length"]);
  if (announcedBytes > maxBytes) throw new AppError("tooLarge");
  let memory: BodyMemory | null = null;
  const reserve = (bytes: number) => {
    memory ??= openMemory(request);
    memory.reserve(bytes);
  };
  if (announcedBytes > maxShortCharacters) reserve(announcedBytes);
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
      if (chunkBytes <= maxShortCharacters) return;
      try {
        if (Number.isNaN(announcedBytes)) reserve(chunkBytes);
        endBlock();
      } catch (error) {
        payload.removeAllListeners("data");
        reject(error);
      }
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
