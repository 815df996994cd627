import { randomUUID } from "node:crypto";
import { type beginUpload, normalizeFileName, type OpInput, type UploadTarget } from "@lectern/contract";
import type { Context } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { loadFlags } from "../flags/service.ts";
import { createFileUrl, uploadUrlTtlSeconds } from "./fileUrls.ts";
import { getOriginalBlobKey } from "./getOriginalBlobKey.ts";
import {
  assertStorageAvailable,
  assertUploadable,
  getStoredMediaType,
  normalizeUploadMediaType,
  toUserTags,
} from "./policy.ts";
import { insertFile, lockAndSumStoredBytes } from "./repository.ts";

/** Creates the file's row and the signed URLs for its upload, status and content. Throws the errors of `policy.ts`. */
export async function createUpload(ctx: Context, given: OpInput<typeof beginUpload>): Promise<UploadTarget> {
  const { actor, clock, config, db, blobs } = ctx;
  const { uploadDocuments } = await loadFlags(ctx, actor);
  assertUploadable(given, { isEnabled: uploadDocuments, uploadMaxBytes: config.uploadMaxBytes });

  const name = normalizeFileName(given.name);
  const type = normalizeUploadMediaType(given.type);
  const size = given.size ?? null;
  const now = clock.now();
  const key = `${actor.userId}/${now.toISOString().slice(0, 10)}/${randomUUID()}.json`;
  const blobKey = getOriginalBlobKey(key);
  await transaction(db, async (tx) => {
    const stored = await lockAndSumStoredBytes(tx, actor.userId);
    assertStorageAvailable(stored, size ?? 0, config.storagePerPersonBytes);
    await insertFile(tx, {
      id: key,
      owner_id: actor.userId,
      group_id: null,
      name,
      type: getStoredMediaType(name, type),
      tags: JSON.stringify(toUserTags(given.tags)),
      data: JSON.stringify(given.data ?? {}),
      knowledge_base: given.knowledgeBase,
      blob_key: blobKey,
      declared_size: size,
      size: null,
      sha256: null,
      document_id: null,
      failure: null,
      created_at: now,
      uploaded_at: null,
    });
  });
  const claim = { ownerId: actor.userId, key };
  // A store's signed URL can only enforce an exact size. Without one, the upload goes through this server, which
  // counts.
  const direct =
    size === null ? null : await blobs.uploadUrl(blobKey, { type, bytes: size, expiresInSeconds: uploadUrlTtlSeconds });
  return {
    url: direct ?? createFileUrl(ctx, "upload", { ...claim, size, type }),
    key,
    contentUrl: createFileUrl(ctx, "content", claim),
    statusUrl: createFileUrl(ctx, "status", claim),
    metadataUrl: createFileUrl(ctx, "metadata", claim),
  };
}
