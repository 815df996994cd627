import { fileURLToPath } from "node:url";

/** Path of the program of the sandboxed process that reads one document. */
export const readerProgram = fileURLToPath(new URL("./child/documentReaderProcess.ts", import.meta.url));
