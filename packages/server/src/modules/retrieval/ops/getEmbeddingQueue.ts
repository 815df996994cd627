import { getEmbeddingQueue } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { findEmbeddingsModel } from "../../models/service.ts";
import { countEmbeddings, listEmbeddingQueue } from "../embeddingRepository.ts";

const stateNames = { queued: "waiting", embedding: "active", failed: "failed", terminated: "terminated" } as const;

export const getEmbeddingQueueHandler = implement(getEmbeddingQueue, async (ctx) => {
  const { db } = ctx;
  const queue = await listEmbeddingQueue(db);
  return {
    messages: queue.map(({ documentId, queuedAt, state, owner, fileId, size, type, pages }) => ({
      messageId: documentId,
      eventTime: (queuedAt ?? new Date(0)).toISOString(),
      object: { user: owner, key: fileId, size, type, pages },
      state: stateNames[state],
      terminated: state === "terminated",
    })),
    counts: await countEmbeddings(db),
    model: (await findEmbeddingsModel(ctx))?.name ?? null,
  };
});
