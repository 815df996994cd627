import { getEmbeddingQueue } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listEmbeddingQueue } from "../embeddingRepository.ts";

export const getEmbeddingQueueHandler = implement(getEmbeddingQueue, async ({ db }) => {
  const queue = await listEmbeddingQueue(db);
  return {
    messages: queue.map(({ documentId, queuedAt, isTerminated, email, fileId, size }) => ({
      messageId: documentId,
      eventTime: (queuedAt ?? new Date(0)).toISOString(),
      object: { user: email, key: fileId, size },
      terminated: isTerminated,
    })),
  };
});
