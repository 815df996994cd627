import { Readable } from "node:stream";
import type { ApiDocumentKind } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { assertSiteAdmin } from "../access/service.ts";
import { getSiteFileKey, listSiteFiles } from "../siteFiles/service.ts";
import { apiDocumentKinds } from "./apiDocumentKinds.ts";
import { assertDocumentationReader } from "./assertDocumentationReader.ts";
import { createApiTemplates, writeApiCollection, writeApiTable } from "./createApiTemplates.ts";

interface OpenedDocument {
  name: string;
  type: string;
  bytes: number;
  body: Readable;
}

/**
 * Opens a part of the documentation, or the templates for it. A CSV file and a Postman collection that nobody has uploaded
 * are written from `describeApi`, which returns the OpenAPI document. Throws `forbidden` and `notFound`.
 */
export async function openApiDocument(
  platform: Platform,
  actor: Actor,
  document: ApiDocumentKind | "templates",
  describeApi: () => unknown,
): Promise<OpenedDocument> {
  if (document === "templates") {
    assertSiteAdmin(actor);
    return openBytes(createApiTemplates(describeApi()), "API documentation templates.zip", "application/zip");
  }
  await assertDocumentationReader(platform, actor);
  const { purpose, type } = apiDocumentKinds[document];
  const [file] = await listSiteFiles(platform.db, [purpose]);
  if (file) {
    const { body, bytes } = await platform.blobs.read(getSiteFileKey(file.id));
    return { name: file.name, type, bytes, body };
  }
  switch (document) {
    case "pdf":
      throw new AppError("notFound");
    case "csv":
      return openBytes(Buffer.from(writeApiTable(describeApi())), "API operations.csv", type);
    case "postman":
      return openBytes(Buffer.from(writeApiCollection(describeApi())), "API.postman_collection.json", type);
    default:
      throw new Error(`unknown ${document satisfies never}`);
  }
}

const openBytes = (content: Uint8Array, name: string, type: string): OpenedDocument => ({
  ...{ name, type, bytes: content.byteLength },
  body: Readable.from([content], { objectMode: false }),
});
