import { randomUUID } from "node:crypto";
import { createGeneratedFile, limits, normalizeMediaType } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { reserveStorage } from "../../files/service.ts";
import { createUploadUrl } from "../files/generatedFileUrls.ts";
import { getBlobKey } from "../files/getBlobKey.ts";
import { countFiles, insertGeneratedFile } from "../files/repository.ts";

export const createGeneratedFileHandler = implement(createGeneratedFile, async (ctx, input) => {
  const { assistantId, threadId = null, name, type, size } = input;
  const ownerId = getOwnerId(ctx.actor);
  const key = randomUUID();
  await transaction(ctx.db, async (tx) => {
    await reserveStorage(tx, ownerId, size, ctx.config);
    if ((await countFiles(tx, ownerId)) >= limits.generatedFiles) throw createTooManyFilesError();
    await insertGeneratedFile(tx, {
      ...{ id: key, owner_id: ownerId, assistant_id: assistantId, thread_id: threadId },
      ...{ name, type: normalizeMediaType(type), size, blob_key: getBlobKey(key), created_at: ctx.clock.now() },
    });
  });
  return { key, uploadUrl: createUploadUrl(ctx, { ownerId, key }) };
});

const createTooManyFilesError = () =>
  new AppError("tooLarge", {
    userMessage: "You have the maximum number of files from Python. Please delete some chats that have such files.",
  });
