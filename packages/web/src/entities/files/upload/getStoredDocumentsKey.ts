/** Returns the key of the stored user value that contains a draft's documents. */
export const getStoredDocumentsKey = (draftKey: string) => `documents:${draftKey}`;
