/** Returns the key of the stored user value that contains a draft's documents. */
export const storedDocumentsKey = (draftKey: string) => `documents:${draftKey}`;
