import { lstat, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { createReadingFolder, getReadingFoldersRoot } from "../documents/readingFolder.ts";
import type { Log } from "../log.ts";
import type { ErrorSummary } from "../sandboxedProcess/errorSummary.ts";
import { runSandboxed, SandboxedProcessError } from "../sandboxedProcess/runSandboxed.ts";
import { type ConversionTask, ConverterMessage, outputFileName } from "./converterMessages.ts";
import { ConversionError, type ConversionRequest, type DocumentConverter } from "./documentConverter.ts";

interface ConverterOptions {
  /** Path of the program to run; tests replace it with faulty ones. */
  program?: string;
  timeoutMs?: number;
  memoryBytes?: number;
  /** True if pandoc is installed. Absent: the converter checks this itself. */
  isInstalled?: boolean;
}

const converterProgram = fileURLToPath(new URL("./child/documentConverterProcess.ts", import.meta.url));
/** Time limit of a conversion. Pandoc takes about 15 ms per page. */
const maxDurationMs = 120_000;
/** The memory limit of a conversion is at least this high. Pandoc alone needs 350 MB. */
const minMemoryBytes = 1_073_741_824;
const maxDocumentBytes = 100_000_000;
const bytesPerMegabyte = 1_048_576;

const notInstalledMessage =
  "Word and PowerPoint documents aren’t available on this server: the optional package pandoc-wasm isn’t installed.";

/**
 * Creates a converter that uses pandoc. Pandoc is under the GPL, so it is an optional package and runs in a separate
 * process.
 */
export function createDocumentConverter(
  { dataDir, extraction }: Pick<Config, "dataDir" | "extraction">,
  log: Log,
  options: ConverterOptions = {},
): DocumentConverter {
  const { program = converterProgram, timeoutMs = maxDurationMs, isInstalled = canLoadPandoc() } = options;
  const memoryBytes = options.memoryBytes ?? Math.max(minMemoryBytes, extraction.memoryMb * bytesPerMegabyte);
  // The document reader has the same root and removes abandoned folders there.
  const root = getReadingFoldersRoot(dataDir);

  const runTask = async (task: ConversionTask, signal: AbortSignal): Promise<void> => {
    try {
      await runSandboxed<ConverterMessage, void>({
        program,
        task: { ...task, sections: task.sections.map((section) => ({ ...section })) },
        folder: task.folder,
        readablePaths: task.templatePath === null ? [] : [task.templatePath],
        memoryBytes,
        timeoutMs,
        signal,
        parse: (message) => ConverterMessage.safeParse(message).data ?? null,
        onMessage(message, completion) {
          if (message.type === "done") completion.resolve();
          else if (message.type === "failed") completion.reject(toConversionError(message));
        },
      });
    } catch (error) {
      if (error instanceof SandboxedProcessError) throw sandboxErrorToConversionError(error);
      throw error;
    }
  };

  return {
    unavailable: isInstalled ? null : notInstalledMessage,
    async convert({ signal, ...request }: ConversionRequest) {
      if (!isInstalled) throw new ConversionError("crashed", notInstalledMessage);
      signal.throwIfAborted();
      const folder = resolve(await createReadingFolder(root));
      const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
      const startedAt = performance.now();
      const templatePath = request.templatePath === null ? null : resolve(request.templatePath);
      try {
        await runTask({ ...request, sections: [...request.sections], templatePath, folder, memoryBytes }, signal);
        const path = join(folder, outputFileName);
        return { path, bytes: await getDocumentSize(path), dispose };
      } catch (error) {
        await dispose();
        if (error instanceof ConversionError) {
          const ms = Math.round(performance.now() - startedAt);
          log.info({ failure: error.failure, error: error.summary, ms }, "document not made");
        }
        throw error;
      }
    },
  };
}

function canLoadPandoc(): boolean {
  try {
    import.meta.resolve("pandoc-wasm");
    return true;
  } catch {
    return false;
  }
}

async function getDocumentSize(path: string): Promise<number> {
  // Use `lstat`, because the child could have created a link to another file.
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isFile() || stats.size === 0)
    throw createUnexpectedError({ name: "Error", code: "NO_DOCUMENT", locations: [] });
  if (stats.size <= maxDocumentBytes) return stats.size;
  throw new ConversionError("tooLarge", "The document would be too large. Choose fewer chats.");
}

function toConversionError({ failure, error }: Extract<ConverterMessage, { type: "failed" }>): ConversionError {
  if (failure === "crashed") return createUnexpectedError(error);
  const userMessage = "This template can’t be used: it is damaged, or not of the right file type. Choose another one.";
  return new ConversionError("template", userMessage, error);
}

function sandboxErrorToConversionError({ failure, summary }: SandboxedProcessError): ConversionError {
  switch (failure) {
    case "timeout":
      return new ConversionError("timeout", "The conversion took too long. Choose fewer chats.", summary);
    case "memory":
      return new ConversionError("memory", "The document needs too much memory. Choose fewer chats.", summary);
    case "crashed":
      return createUnexpectedError(summary);
    default:
      return failure satisfies never;
  }
}

const createUnexpectedError = (summary: ErrorSummary) =>
  new ConversionError("crashed", "The conversion failed unexpectedly. Please try again.", summary);
