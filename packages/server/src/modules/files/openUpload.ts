import { randomUUID } from "node:crypto";
import { type beginUpload, cleanFileName, type OpInput, type UploadPlace } from "@lectern/contract";
import type { Context } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { flagsFor } from "../flags/service.ts";
import { signFileAddress, uploadSeconds } from "./fileAddresses.ts";
import { originalKeyOf } from "./originalKey.ts";
import { assertRoom, assertUploadable, keptMediaType, ownTags, sentMediaType } from "./policy.ts";
import { insertFile, lockStoredBytes } from "./repository.ts";

/** Makes the file's row and the addresses under which its bytes are sent and asked about. Throws what `policy.ts` refuses. */
export async function openUpload(ctx: Context, given: OpInput<typeof beginUpload>): Promise<UploadPlace> {
  const { actor, clock, config, db, blobs } = ctx;
  const { uploadDocuments } = await flagsFor(ctx, actor);
  assertUploadable(given, { isOn: uploadDocuments, uploadMaxBytes: config.uploadMaxBytes });

  const name = cleanFileName(given.name);
  const type = sentMediaType(given.type);
  const size = given.size ?? null;
  const now = clock.now();
  const key = `${actor.userId}/${now.toISOString().slice(0, 10)}/${randomUUID()}.json`;
  const blobKey = originalKeyOf(key);
  await transaction(db, async (tx) => {
    const stored = await lockStoredBytes(tx, actor.userId);
    assertRoom(stored, size ?? 0, config.storagePerPersonBytes);
    await insertFile(tx, {
      id: key,
      owner_id: actor.userId,
      group_id: null,
      name,
      type: keptMediaType(name, type),
      tags: JSON.stringify(ownTags(given.tags)),
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
  // A store's own address bounds nothing but a size that is signed: bytes without one come through this server, which counts them.
  const direct =
    size === null ? null : await blobs.uploadUrl(blobKey, { type, bytes: size, expiresInSeconds: uploadSeconds });
  return {
    url: direct ?? signFileAddress(ctx, "upload", { ...claim, size, type }),
    key,
    contentUrl: signFileAddress(ctx, "content", claim),
    statusUrl: signFileAddress(ctx, "status", claim),
    metadataUrl: signFileAddress(ctx, "metadata", claim),
  };
}
