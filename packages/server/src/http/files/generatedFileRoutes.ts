import type { FastifyInstance } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import {
  generatedFileRoute,
  generatedUploadRoute,
  openGeneratedFile,
  receiveGeneratedFile,
  verifyGeneratedFileUrl,
} from "../../modules/codeInterpreter/service.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "../../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { admitLink } from "../entryPoints/admitLink.ts";
import { extendBodyTimeout } from "../requests/bodyTimeout.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { parseContentLength, streamBodies } from "./streamBodies.ts";

const maxUploadMs = 30 * 60 * 1_000;
const maxIdleMs = 60_000;
const admission = { flag: "codeInterpreterEnabled" } as const;

/** Receives and serves the files that code has made, at signed URLs, which name the person who may open them. */
export function registerGeneratedFileRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    streamBodies(scope);
    scope.put(generatedUploadRoute.path, async (request, reply) => {
      const { ownerId, key } = verifyGeneratedFileUrl(platform, generatedUploadRoute, request.query);
      const actor = await admitLink(platform, ownerId, reply, admission);
      extendBodyTimeout(request.raw, reply.raw, { maxMs: maxUploadMs, idleMs: maxIdleMs });
      await receiveGeneratedFile(platform, actor, key, {
        chunks: request.raw,
        length: parseContentLength(request.raw),
        signal: createRequestSignal(reply),
      });
      return { success: true };
    });
  });
  app.route({
    method: "GET",
    url: generatedFileRoute.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { ownerId, key, isInline } = verifyGeneratedFileUrl(platform, generatedFileRoute, request.query);
      const actor = await admitLink(platform, ownerId, reply, admission);
      const { blobKey, name, type, canBeShown } = await openGeneratedFile(platform, actor, key);
      const { body, bytes } = await platform.blobs.read(blobKey).catch(toNotFound);
      void reply.headers({
        "content-type": toSafeDownloadType(type),
        "content-disposition": isInline && canBeShown ? "inline" : buildAttachmentDisposition(name),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-length": bytes,
      });
      return reply.send(body);
    },
  });
}

function toNotFound(error: unknown): never {
  throw error instanceof BlobNotFoundError ? new AppError("notFound", { cause: error }) : error;
}
