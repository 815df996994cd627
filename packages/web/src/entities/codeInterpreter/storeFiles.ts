import { createGeneratedFile, type GeneratedFile, limits, localFileKeyPrefix } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import type { PythonFile } from "../../ui/python/pythonInterpreter.ts";
import { computeHashInWorker } from "../files/upload/computeHashInWorker.ts";
import { PutError, putFile } from "../files/upload/putFile.ts";
import { putLocalFile } from "./localFiles.ts";
import { modelTexts } from "./modelTexts.ts";
import { shrinkPng } from "./shrinkPng.ts";

interface FilePlace {
  userId: string;
  conversationId: string;
  /** True: the files stay in this browser, as the conversation does. */
  isLocal: boolean;
  /** The conversation’s `codeInterpreterAssistantId`. */
  assistantId: string;
  threadId: string;
}

interface StoredFiles {
  files: GeneratedFile[];
  /** What the model has to know about the files that were not stored, or not where the conversation is. */
  notes: string[];
}

/** Stores the files that code has made, where the conversation is stored. Rejects only if the signal aborts. */
export async function storeFiles(
  made: readonly PythonFile[],
  place: FilePlace,
  signal: AbortSignal,
): Promise<StoredFiles> {
  const files: GeneratedFile[] = [];
  const failed: string[] = [];
  const notUploaded: string[] = [];
  for (const [index, file] of made.entries()) {
    const name = toName(file.name);
    if (index >= limits.generatedFilesPerCall) failed.push(`${name} (more than ${limits.generatedFilesPerCall} files)`);
    else if (file.bytes.length > limits.generatedFileBytes) failed.push(`${name} (too large)`);
    else {
      try {
        const { file: stored, uploadProblem } = await storeFile({ ...file, name }, place, signal);
        files.push(stored);
        if (uploadProblem !== null) notUploaded.push(`${name} (${uploadProblem})`);
      } catch (error) {
        signal.throwIfAborted();
        failed.push(`${name} (${error instanceof Error ? error.message : "could not be stored"})`);
      }
    }
  }
  const notes = [
    ...(failed.length > 0 ? [modelTexts.hiddenFiles(failed.join(", "))] : []),
    ...(notUploaded.length > 0 ? [modelTexts.filesNotUploaded(notUploaded.join(", "))] : []),
  ];
  return { files, notes };
}

interface StoredFile {
  file: GeneratedFile;
  /** Why only this browser has it, although the conversation is in the cloud; null: it is where it belongs. */
  uploadProblem: string | null;
}

async function storeFile(file: PythonFile, place: FilePlace, signal: AbortSignal): Promise<StoredFile> {
  const { name, type, bytes } = file;
  const content = new Blob([bytes], { type });
  const { key, uploadProblem } = await storeContent(name, content, place, signal);
  const small = type === "image/png" ? await shrinkPng(content) : null;
  const storedSmall = small && (await storeContent(name, small, place, signal).catch(() => null));
  signal.throwIfAborted();
  const hash = await computeHashInWorker(content, "sha256", signal);
  const values = {
    ...{ file_key: key, file_name: name, file_size: bytes.length },
    ...(storedSmall ? { file_key_low_res: storedSmall.key } : {}),
    ...(hash === null ? {} : { hash }),
    createdAt: new Date().toISOString(),
  };
  return { file: { type, values }, uploadProblem };
}

interface StoredContent extends Pick<StoredFile, "uploadProblem"> {
  key: string;
}

/** Stores the bytes and returns their key. What cannot be uploaded stays in this browser. */
async function storeContent(
  name: string,
  content: Blob,
  place: FilePlace,
  signal: AbortSignal,
): Promise<StoredContent> {
  const { userId, conversationId } = place;
  let uploadProblem: string | null = null;
  if (!place.isLocal) {
    try {
      return { key: await upload(name, content, place, signal), uploadProblem };
    } catch (error) {
      signal.throwIfAborted();
      console.error("A generated file could not be uploaded.", error);
      uploadProblem = describe(error);
    }
  }
  const key = `${localFileKeyPrefix}${crypto.randomUUID()}`;
  await putLocalFile(userId, { key, conversationId, name, content });
  return { key, uploadProblem };
}

function describe(error: unknown): string {
  if (error instanceof CallError || error instanceof PutError) return error.reason ?? error.message;
  return error instanceof Error ? error.message : "unknown error";
}

async function upload(name: string, content: Blob, place: FilePlace, signal: AbortSignal): Promise<string> {
  const { assistantId, threadId } = place;
  const { type, size } = content;
  const { key, uploadUrl } = await call(createGeneratedFile, { assistantId, threadId, name, type, size }, { signal });
  await putFile({ url: uploadUrl, body: content, type, signal, onProgress: () => {} });
  return key;
}

/** The contract allows 300 characters. The extension says how the file is shown. */
function toName(name: string): string {
  const clean = name.replaceAll("\0", "").toWellFormed() || "file";
  return clean.length <= 300 ? clean : clean.slice(0, 280) + clean.slice(-20);
}
