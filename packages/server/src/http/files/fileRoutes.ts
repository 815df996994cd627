import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { FileRoute, OpenedFileUrl } from "../../modules/files/service.ts";
import * as files from "../../modules/files/service.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "../../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { admitLink } from "../entryPoints/admitLink.ts";
import { extendBodyTimeout } from "../requests/bodyTimeout.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseByteRange } from "./parseByteRange.ts";
import { getFirstValue, parseContentLength, streamBodies } from "./streamBodies.ts";

/** Long enough for 200 MB at a quarter of a megabit per second. */
const maxUploadMs = 2 * 60 * 60 * 1_000;
const maxIdleMs = 60_000;

/** Uploads and serves files at signed URLs, which name the person who may open them; there is no session. */
export function registerFileRoutes(app: FastifyInstance, platform: Platform): void {
  const { status, metadata, content, download } = files.fileRoutes;
  void app.register(async (scope) => registerUploadRoute(scope, platform));

  // No HEAD routes, because Fastify would read the whole file and discard it.
  const routeOptions = { method: "GET", exposeHeadRoute: false } as const;
  app.route({
    ...routeOptions,
    url: status.path,
    handler: async (request, reply) => files.getUploadStatus(platform, await admit(platform, "status", request, reply)),
  });
  app.route({
    ...routeOptions,
    url: metadata.path,
    handler: async (request, reply) =>
      files.getFileMetadata(platform, await admit(platform, "metadata", request, reply)),
  });
  app.route({
    ...routeOptions,
    url: content.path,
    handler: async (request, reply) => {
      const text = await files.streamFileContent(platform, await admit(platform, "content", request, reply));
      return reply.type("application/json; charset=utf-8").send(Readable.from(text, { objectMode: false }));
    },
  });
  app.route({
    ...routeOptions,
    url: download.path,
    handler: (request, reply) => sendDownload(platform, request, reply),
  });
}

/** Verifies the address of a request and admits the person for whom it was signed. */
async function admit(
  platform: Platform,
  route: FileRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenedFileUrl> {
  const { ownerId, ...claim } = files.verifyFileUrl(platform, route, request.query);
  const flag = route === "upload" ? "uploadDocuments" : undefined;
  return { ...claim, actor: await admitLink(platform, ownerId, reply, { flag, fileIds: [claim.key] }) };
}

function registerUploadRoute(scope: FastifyInstance, platform: Platform): void {
  streamBodies(scope);
  scope.put(files.fileRoutes.upload.path, async (request, reply) => {
    const url = await admit(platform, "upload", request, reply);
    extendBodyTimeout(request.raw, reply.raw, { maxMs: maxUploadMs, idleMs: maxIdleMs });
    await files.receiveUpload(platform, url, {
      chunks: request.raw,
      length: parseContentLength(request.raw),
      type: request.headers["content-type"],
      md5: getFirstValue(request.headers["content-md5"]),
      signal: createRequestSignal(reply),
    });
    return { success: true };
  });
}

async function sendDownload(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = await admit(platform, "download", request, reply);
  const { blobKey, name, type } = await files.getFileDownload(platform, url);
  const stats = await platform.blobs.stat(blobKey);
  if (!stats) throw new AppError("notFound");
  void reply.headers({
    "content-type": toSafeDownloadType(type),
    "content-disposition": buildAttachmentDisposition(name),
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "accept-ranges": "bytes",
  });
  const range = parseByteRange(request.headers.range, stats.bytes);
  if (range === "unsatisfiable") {
    return reply
      .code(416)
      .headers({ "content-range": `bytes */${stats.bytes}`, "content-length": "0" })
      .send();
  }
  const { body, bytes } = await readBlob(platform, blobKey, range);
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${stats.bytes}`);
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
