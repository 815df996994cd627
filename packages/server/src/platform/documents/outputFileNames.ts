/** Names of the files that the sandboxed process writes to the task's folder. */
export const outputFileNames = { content: "content.json", chunks: "chunks.jsonl", preview: "preview" } as const;
