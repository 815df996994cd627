import { conversationTexts } from "../conversationTexts.ts";
import { isStorageFull, type LocalConversations } from "./localConversations.ts";

/** A write that found this site's share of the disk used up. The message is the specification's. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.storageFull, { cause });
    this.name = "StorageFullError";
  }
}

/** The same conversations; a write for which there is no room calls `onFull` and rejects with StorageFullError. */
export function reportFullStorage(local: LocalConversations, onFull: () => void): LocalConversations {
  const noting = <Given extends unknown[], T>(write: (...given: Given) => Promise<T>) => {
    return (...given: Given) =>
      write(...given).catch((error: unknown) => {
        if (!isStorageFull(error)) throw error;
        onFull();
        throw new StorageFullError(error);
      });
  };
  return {
    ...local,
    put: noting(local.put),
    add: noting(local.add),
    update: noting(local.update),
    putStub: noting(local.putStub),
    replaceWithStub: noting(local.replaceWithStub),
    recover: noting(local.recover),
    replaceStubs: noting(local.replaceStubs),
  };
}
