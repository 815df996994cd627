/** Under what name the documents of a draft are kept in this browser. */
export const keptNameOf = (draftKey: string) => `documents:${draftKey}`;
