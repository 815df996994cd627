import { createGeneratedFile, type GeneratedFile, limits, localFileKeyPrefix } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import type { PythonFile } from "../../ui/python/pythonInterpreter.ts";
import { computeHashInWorker } from "../files/upload/computeHashInWorker.ts";
import { putFile } from "../files/upload/putFile.ts";
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
  /** What the model has to know about the files that were not stored. */
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
  for (const [index, file] of made.entries()) {
    const name = toName(file.name);
    if (index >= limits.generatedFilesPerCall) failed.push(`${name} (more than ${limits.generatedFilesPerCall} files)`);
    else if (file.bytes.length > limits.generatedFileBytes) failed.push(`${name} (too large)`);
    else {
      try {
        files.push(await storeFile({ ...file, name }, place, signal));
      } catch (error) {
        signal.throwIfAborted();
        failed.push(`${name} (${error instanceof Error ? error.message : "could not be stored"})`);
      }
    }
  }
  const notes = failed.length > 0 ? [modelTexts.hiddenFiles(failed.join(", "))] : [];
  return { files, notes };
}

async function storeFile(file: PythonFile, place: FilePlace, signal: AbortSignal): Promise<GeneratedFile> {
  const { name, type, bytes } = file;
  const content = new Blob([bytes], { type });
  const key = await storeContent(name, content, place, signal);
  const small = type === "image/png" ? await shrinkPng(content) : null;
  const smallKey = small && (await storeContent(name, small, place, signal).catch(() => null));
  signal.throwIfAborted();
  const hash = await computeHashInWorker(content, "sha256", signal);
  return {
    type,
    values: {
      file_key: key,
      file_name: name,
      file_size: bytes.length,
      ...(smallKey ? { file_key_low_res: smallKey } : {}),
      ...(hash === null ? {} : { hash }),
      createdAt: new Date().toISOString(),
    },
  };
}

/** Stores the bytes and returns their key. What cannot be uploaded stays in this browser. */
async function storeContent(name: string, content: Blob, place: FilePlace, signal: AbortSignal): Promise<string> {
  const { userId, conversationId } = place;
  if (!place.isLocal) {
    try {
      return await upload(name, content, place, signal);
    } catch (error) {
      signal.throwIfAborted();
      console.error("A generated file could not be uploaded.", error);
    }
  }
  const key = `${localFileKeyPrefix}${crypto.randomUUID()}`;
  await putLocalFile(userId, { key, conversationId, name, content });
  return key;
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
