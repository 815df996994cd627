import { conversationTexts } from "../conversationTexts.ts";
import { isStorageFull, type LocalConversations } from "./localConversations.ts";

/** Thrown if a write fails because this site's storage quota is used up. The specification prescribes the message. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.storageFull, { cause });
    this.name = "StorageFullError";
  }
}

/** Wraps `local` so that a write calls `onFull` and rejects with StorageFullError if the storage is full. */
export function reportFullStorage(local: LocalConversations, onFull: () => void): LocalConversations {
  const withReport = <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      write(...args).catch((error: unknown) => {
        if (!isStorageFull(error)) throw error;
        onFull();
        throw new StorageFullError(error);
      });
  };
  return {
    ...local,
    put: withReport(local.put),
    add: withReport(local.add),
    update: withReport(local.update),
    putStub: withReport(local.putStub),
    replaceWithStub: withReport(local.replaceWithStub),
    recover: withReport(local.recover),
    replaceStubs: withReport(local.replaceStubs),
  };
}
