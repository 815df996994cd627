/** Names of the files that a read writes to its folder. */
export const outputFileNames = { content: "content.json", chunks: "chunks.jsonl", preview: "preview" } as const;
