import { lstat, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { createReadingFolder, readingFoldersRoot } from "../documents/readingFolder.ts";
import type { Log } from "../log.ts";
import { runSandboxed, SandboxedProcessError } from "../sandboxedProcess/runSandboxed.ts";
import { ConvertMessage, type ConvertTask, convertedFile } from "./convertMessages.ts";
import { ConversionError, type ConversionRequest, type DocumentConverter } from "./documentConverter.ts";

interface ConverterOptions {
  /** The program to run; tests run worse ones. */
  program?: string;
  timeoutMs?: number;
  memoryBytes?: number;
  /** Whether pandoc can be loaded; absent: looked for. */
  isInstalled?: boolean;
}

const convertingProgram = fileURLToPath(new URL("./child/documentConverterProcess.ts", import.meta.url));
/** Pandoc makes about a page in 15 ms. */
const longestMs = 120_000;
/** Pandoc alone takes 350 MB. */
const leastMemoryBytes = 1_073_741_824;
const mostBytes = 100_000_000;
const megabyte = 1_048_576;

const notInstalled =
  "Word and PowerPoint documents cannot be made on this server: the optional package pandoc-wasm is not installed.";

/** Converts with pandoc, a program under the GPL that is an optional package and runs in a process of its own. */
export function createDocumentConverter(
  { dataDir, extraction }: Pick<Config, "dataDir" | "extraction">,
  log: Log,
  options: ConverterOptions = {},
): DocumentConverter {
  const { program = convertingProgram, timeoutMs = longestMs, isInstalled = canLoadPandoc() } = options;
  const memoryBytes = options.memoryBytes ?? Math.max(leastMemoryBytes, extraction.memoryMb * megabyte);
  // Folders of dead processes go with those of the document reader, which has the same root.
  const root = readingFoldersRoot(dataDir);

  const run = async (task: ConvertTask, signal: AbortSignal): Promise<void> => {
    try {
      await runSandboxed<ConvertMessage, void>({
        program,
        task: { ...task, pieces: task.pieces.map((piece) => ({ ...piece })) },
        folder: task.folder,
        readable: task.templatePath === null ? [] : [task.templatePath],
        memoryBytes,
        timeoutMs,
        signal,
        parse: (given) => ConvertMessage.safeParse(given).data ?? null,
        onMessage(message, ending) {
          if (message.type === "done") ending.resolve();
          else if (message.type === "failed") ending.reject(failureSaid(message));
        },
      });
    } catch (error) {
      if (error instanceof SandboxedProcessError) throw failureOf(error);
      throw error;
    }
  };

  return {
    unavailable: isInstalled ? null : notInstalled,
    async convert({ signal, ...request }: ConversionRequest) {
      if (!isInstalled) throw new ConversionError("crashed", notInstalled);
      signal.throwIfAborted();
      const folder = resolve(await createReadingFolder(root));
      const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
      const startedAt = performance.now();
      const templatePath = request.templatePath === null ? null : resolve(request.templatePath);
      try {
        await run({ ...request, pieces: [...request.pieces], templatePath, folder, memoryBytes }, signal);
        const path = join(folder, convertedFile);
        return { path, bytes: await sizeOf(path), dispose };
      } catch (error) {
        await dispose();
        if (error instanceof ConversionError) {
          const ms = Math.round(performance.now() - startedAt);
          log.info({ failure: error.failure, detail: String(error.cause ?? ""), ms }, "document not made");
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

async function sizeOf(path: string): Promise<number> {
  // Not what a link of its making leads to.
  const made = await lstat(path).catch(() => null);
  if (!made?.isFile() || made.size === 0) throw brokeOff("nothing was made");
  if (made.size <= mostBytes) return made.size;
  throw new ConversionError("tooLarge", "The document would be too large. Choose fewer conversations.");
}

function failureSaid({ failure, detail }: Extract<ConvertMessage, { type: "failed" }>): ConversionError {
  if (failure === "crashed") return brokeOff(detail);
  const userMessage = "This template cannot be used: it is damaged, or not what its name says. Choose another one.";
  return new ConversionError("template", userMessage, detail);
}

function failureOf({ trouble, detail }: SandboxedProcessError): ConversionError {
  switch (trouble) {
    case "timeout":
      return new ConversionError("timeout", "Making the document took too long. Choose fewer conversations.", detail);
    case "memory":
      return new ConversionError("memory", "The document needs too much memory. Choose fewer conversations.", detail);
    case "crashed":
      return brokeOff(detail);
    default:
      return trouble satisfies never;
  }
}

const brokeOff = (detail: string) =>
  new ConversionError("crashed", "Making the document broke off unexpectedly. Please try again.", detail);
