/** Returns the key of the blob of a generated file. */
export const getBlobKey = (id: string): string => `generatedFiles/${id}`;
