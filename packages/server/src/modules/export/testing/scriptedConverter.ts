import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConversionRequest, DocumentConverter } from "../../../platform/pandoc/documentConverter.ts";

export interface ScriptedConverter extends DocumentConverter {
  /** The requests that the converter has received. */
  readonly requests: Omit<ConversionRequest, "signal">[];
}

/** Creates a converter that returns the markdown it received. It first awaits `work`, which may wait or throw. */
export function createScriptedConverter(
  work: (request: ConversionRequest) => Promise<void> = async () => {},
): ScriptedConverter {
  const requests: ScriptedConverter["requests"] = [];
  return {
    unavailable: null,
    requests,
    async convert(request) {
      const { signal: _, ...recordedRequest } = request;
      requests.push(recordedRequest);
      await work(request);
      const folder = await mkdtemp(join(tmpdir(), "lectern-scripted-"));
      const path = join(folder, "document");
      const bytes = Buffer.from(request.sections.map(({ markdown }) => markdown).join("\n\n"));
      await writeFile(path, bytes);
      return { path, bytes: bytes.length, dispose: () => rm(folder, { recursive: true, force: true }) };
    },
  };
}
