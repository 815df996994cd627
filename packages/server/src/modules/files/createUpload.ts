import { randomUUID } from "node:crypto";
import { type beginUpload, normalizeFileName, type OpInput, type UploadTarget } from "@lectern/contract";
import type { Context } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getGroupOwnerId, getOwnerId } from "../access/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { getGroup } from "../groups/service.ts";
import { createFileUrl, uploadUrlTtlSeconds } from "./fileUrls.ts";
import { getOriginalBlobKey } from "./getOriginalBlobKey.ts";
import {
  assertStorageAvailable,
  assertUploadable,
  getStoredMediaType,
  normalizeUploadMediaType,
  toUserTags,
} from "./policy.ts";
import { insertFile, lockUsedStorage } from "./repository.ts";

/** Creates the file's row and the signed URLs of `UploadTarget`. Throws the errors of `policy.ts`. */
export async function createUpload(ctx: Context, input: OpInput<typeof beginUpload>): Promise<UploadTarget> {
  const { actor, clock, config, db, blobs } = ctx;
  const { uploadMaxBytes, uploadExtensions } = config;
  assertUploadable(input, { uploadMaxBytes, uploadExtensions });

  const name = normalizeFileName(input.name);
  const type = normalizeUploadMediaType(input.type);
  const size = input.size ?? null;
  const now = clock.now();
  const key = `${getOwnerId(actor)}/${now.toISOString().slice(0, 10)}/${randomUUID()}.json`;
  const blobKey = getOriginalBlobKey(key);
  const group = input.groupId ? await getGroup(db, actor, "uploadFiles", input.groupId) : null;
  const ownerId = group ? getGroupOwnerId(group) : getOwnerId(actor);
  await transaction(db, async (tx) => {
    assertStorageAvailable(await lockUsedStorage(tx, ownerId), size ?? 0, config);
    await insertFile(tx, {
      id: key,
      owner_id: ownerId,
      group_id: group?.wireId ?? null,
      name,
      type: getStoredMediaType(name, type),
      tags: JSON.stringify(toUserTags(input.tags)),
      data: JSON.stringify(input.data ?? {}),
      knowledge_base: input.knowledgeBase,
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
  ctx.documents.prepare();
  publishBrowserEvent(ctx, ownerId, { type: "file", key, state: "uploading", progress: 0 });
  const claim = { ownerId: actor.principal.id, key };
  // A store's signed URL can enforce only an exact size. If the size is unknown, this server receives the upload and
  // counts the bytes. The same goes for the files of a group, because the right to upload them can end.
  const directUrl =
    size === null || group !== null
      ? null
      : await blobs.createUploadUrl(blobKey, { type, bytes: size, expiresInSeconds: uploadUrlTtlSeconds });
  return {
    url: directUrl ?? createFileUrl(ctx, "upload", { ...claim, size, type }),
    key,
    contentUrl: createFileUrl(ctx, "content", claim),
    statusUrl: createFileUrl(ctx, "status", claim),
    metadataUrl: createFileUrl(ctx, "metadata", claim),
  };
}
