/** Returns the localStorage key of a draft's documents. */
export const storedDocumentsKey = (draftKey: string) => `documents:${draftKey}`;
