/** Names of the files in the folder of a read. */
export const outputFileNames = { content: "content.json", chunks: "chunks.jsonl", preview: "preview" } as const;
