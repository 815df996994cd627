import { Readable } from "node:stream";
import type { ApiDocumentKind } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { assertSiteAdmin } from "../access/service.ts";
import { getSiteFileKey, listSiteFiles } from "../siteFiles/service.ts";
import { apiDocumentKinds } from "./apiDocumentKinds.ts";
import { createApiTemplates } from "./createApiTemplates.ts";

interface OpenedDocument {
  name: string;
  type: string;
  bytes: number;
  body: Readable;
}

/** Opens a part of the documentation, or the templates for it. Throws `forbidden` and `notFound`. */
export async function openApiDocument(
  { db, blobs }: Platform,
  actor: Actor,
  document: ApiDocumentKind | "templates",
): Promise<OpenedDocument> {
  assertSiteAdmin(actor);
  if (document === "templates") {
    const zip = createApiTemplates();
    const body = Readable.from([zip], { objectMode: false });
    return { name: "API documentation templates.zip", type: "application/zip", bytes: zip.byteLength, body };
  }
  const { purpose, type } = apiDocumentKinds[document];
  const [file] = await listSiteFiles(db, [purpose]);
  if (!file) throw new AppError("notFound");
  const { body, bytes } = await blobs.read(getSiteFileKey(file.id));
  return { name: file.name, type, bytes, body };
}
