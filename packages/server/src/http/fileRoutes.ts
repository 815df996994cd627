import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";
import * as files from "../modules/files/service.ts";
import { attachmentDisposition, safeDownloadType } from "../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../platform/blobStore/blobStore.ts";
import { allowLongBody } from "./bodyTime.ts";
import { readByteRange } from "./byteRange.ts";
import { sendError, toErrorResponse } from "./errorResponse.ts";
import { countRequest } from "./requestRates.ts";
import { requestSignal } from "./requestSignal.ts";

/** For 200 MB over a line of a quarter of a megabit a second. */
const longestUploadMs = 2 * 60 * 60 * 1_000;
const longestIdleMs = 60_000;

/** Files behind signed addresses. The signature is the right to write or read: there is no session here. */
export function registerFileRoutes(app: FastifyInstance, platform: Platform): void {
  const { status, metadata, content, download } = files.fileRoutes;
  void app.register(async (scope) => registerUpload(scope, platform));

  /** Counted as the owner's: each may ask the store, or read a whole text. */
  const openCounted = (route: "status" | "metadata" | "content", request: FastifyRequest) => {
    const claim = files.verifyFileUrl(platform, route, request.query);
    countRequest(platform, { userId: claim.ownerId });
    return claim;
  };
  // A HEAD would read the whole file for nothing.
  const get = { method: "GET", exposeHeadRoute: false } as const;
  app.route({
    ...get,
    url: status.path,
    handler: (request) => files.getUploadStatus(platform, openCounted("status", request)),
  });
  app.route({
    ...get,
    url: metadata.path,
    handler: (request) => files.getFileMetadata(platform, openCounted("metadata", request)),
  });
  app.route({
    ...get,
    url: content.path,
    handler: async (request, reply) => {
      const text = await files.streamFileContent(platform, openCounted("content", request));
      return reply.type("application/json; charset=utf-8").send(Readable.from(text, { objectMode: false }));
    },
  });
  app.route({
    ...get,
    url: download.path,
    handler: (request, reply) => sendDownload(platform, request, reply),
  });
}

function registerUpload(scope: FastifyInstance, platform: Platform): void {
  // The bytes are never a body: they are read as they come, whatever their type.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.setErrorHandler((error, request, reply) => {
    const { message } = toErrorResponse(error, request.id).body;
    void reply.header("x-amz-error-message", message.replace(/[^\x20-\x7e]/g, "?"));
    sendError(error, request, reply);
  });
  scope.put(files.fileRoutes.upload.path, async (request, reply) => {
    const claim = files.verifyFileUrl(platform, "upload", request.query);
    allowLongBody(request.raw, reply.raw, { longestMs: longestUploadMs, idleMs: longestIdleMs });
    await files.receiveUpload(platform, claim, {
      chunks: request.raw,
      length: lengthOf(request.raw),
      type: request.headers["content-type"],
      md5: oneHeader(request.headers["content-md5"]),
      signal: requestSignal(reply),
    });
    return { success: true };
  });
}

const lengthOf = ({ headers }: IncomingMessage) =>
  headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);

const oneHeader = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

async function sendDownload(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const claim = files.verifyFileUrl(platform, "download", request.query);
  const { blobKey, name, type } = await files.getFileDownload(platform, claim);
  const found = await platform.blobs.stat(blobKey);
  if (!found) throw new AppError("notFound");
  void reply.headers({
    "content-type": safeDownloadType(type),
    "content-disposition": attachmentDisposition(name),
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "accept-ranges": "bytes",
  });
  const range = readByteRange(request.headers.range, found.bytes);
  if (range === "unsatisfiable") {
    return reply
      .code(416)
      .headers({ "content-range": `bytes */${found.bytes}`, "content-length": "0" })
      .send();
  }
  const { body, bytes } = await readBlob(platform, blobKey, range);
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${found.bytes}`);
  return reply.header("content-length", bytes).send(body);
}

async function readBlob({ blobs }: Platform, key: string, range: { start: number; end: number } | null) {
  try {
    return await (range ? blobs.read(key, range) : blobs.read(key));
  } catch (error) {
    if (error instanceof BlobNotFoundError) throw new AppError("notFound", { cause: error });
    throw error;
  }
}
