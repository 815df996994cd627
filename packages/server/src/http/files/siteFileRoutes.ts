import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import {
  apiDocumentRoute,
  apiDocumentUploadRoute,
  openApiDocument,
  receiveApiDocument,
  verifyApiDocumentUpload,
  verifyApiDocumentUrl,
} from "../../modules/apiDocumentation/service.ts";
import { pptxUploadRoute, receivePptxTemplate, verifyPptxUpload } from "../../modules/export/service.ts";
import { maxSiteUploadMs, type SiteFileBody } from "../../modules/siteFiles/service.ts";
import { buildAttachmentDisposition, toSafeDownloadType } from "../../platform/blobStore/attachmentHeaders.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { admitLink } from "../entryPoints/admitLink.ts";
import { createOpenApiDocument } from "../openApi/openApi.ts";
import { extendBodyTimeout } from "../requests/bodyTimeout.ts";
import { createRequestSignal } from "../requests/createRequestSignal.ts";
import { getFirstValue, parseContentLength, streamBodies } from "./streamBodies.ts";

const maxIdleMs = 60_000;

/** Receives PowerPoint templates at signed URLs, which name the administrator who may send them. */
export function registerPptxUploadRoute(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    streamBodies(scope);
    scope.put(pptxUploadRoute.path, async (request, reply) => {
      const { ownerId, ...template } = verifyPptxUpload(platform, request.query, request.headers);
      const actor = await admitLink(platform, ownerId, reply);
      await receivePptxTemplate(platform, actor, template, openBody(request, reply));
      return { success: true };
    });
  });
}

/** Receives and serves the documentation of the API at signed URLs, which name the person who may open them. */
export function registerApiDocumentRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    streamBodies(scope);
    scope.put(apiDocumentUploadRoute.path, async (request, reply) => {
      const { ownerId, ...document } = verifyApiDocumentUpload(platform, request.query);
      const actor = await admitLink(platform, ownerId, reply);
      await receiveApiDocument(platform, actor, document, openBody(request, reply));
      return { success: true };
    });
  });
  app.route({
    method: "GET",
    url: apiDocumentRoute.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { ownerId, document } = verifyApiDocumentUrl(platform, request.query);
      const actor = await admitLink(platform, ownerId, reply);
      const { name, type, bytes, body } = await openApiDocument(platform, actor, document, () =>
        createOpenApiDocument(platform.config.productName),
      ).catch(toNotFound);
      void reply.headers({
        "content-type": toSafeDownloadType(type),
        "content-disposition": buildAttachmentDisposition(name),
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-length": bytes,
      });
      return reply.send(body);
    },
  });
}

/** Prepares the body of a request for a module. */
function openBody(request: FastifyRequest, reply: FastifyReply): SiteFileBody {
  extendBodyTimeout(request.raw, reply.raw, { maxMs: maxSiteUploadMs, idleMs: maxIdleMs });
  return {
    chunks: request.raw,
    length: parseContentLength(request.raw),
    md5: getFirstValue(request.headers["content-md5"]),
    signal: createRequestSignal(reply),
  };
}

function toNotFound(error: unknown): never {
  throw error instanceof BlobNotFoundError ? new AppError("notFound", { cause: error }) : error;
}
