import { createExtractionLock, type ExtractionLock } from "./createExtractionLock.ts";

/** What this process is extracting. */
export interface ActiveExtractions {
  lock: ExtractionLock;
  /** Ids of the documents whose claims this process works on. */
  ids: Set<string>;
}

export const createActiveExtractions = (): ActiveExtractions => ({ lock: createExtractionLock(), ids: new Set() });
