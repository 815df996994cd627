import { conversationTexts } from "../conversationTexts.ts";
import { isStorageFull, type LocalConversations } from "./localConversations.ts";

/** Thrown if a write fails because this site's storage quota is used up. The specification prescribes the message. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.storageFull, { cause });
    this.name = "StorageFullError";
  }
}

/** Returns a StorageFullError if this is why a write has failed, otherwise the error. */
export const toStorageFullError = (error: unknown): unknown =>
  isStorageFull(error) ? new StorageFullError(error) : error;

/** Wraps `conversations` so that a write calls `onFull` and rejects with StorageFullError if the storage is full. */
export function reportFullStorage(conversations: LocalConversations, onFull: () => void): LocalConversations {
  const withReport = <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      write(...args).catch((error: unknown) => {
        if (!isStorageFull(error)) throw error;
        onFull();
        throw new StorageFullError(error);
      });
  };
  return {
    ...conversations,
    put: withReport(conversations.put),
    add: withReport(conversations.add),
    update: withReport(conversations.update),
    putStub: withReport(conversations.putStub),
    replaceWithStub: withReport(conversations.replaceWithStub),
    recover: withReport(conversations.recover),
    replaceStubs: withReport(conversations.replaceStubs),
  };
}
