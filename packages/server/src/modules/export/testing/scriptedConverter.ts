import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConversionRequest, DocumentConverter } from "../../../platform/pandoc/documentConverter.ts";

export interface ScriptedConverter extends DocumentConverter {
  /** The requests it received. */
  readonly requests: Omit<ConversionRequest, "signal">[];
}

/** A converter whose documents are the markdown it received. It first awaits `work`, which may delay it or throw. */
export function createScriptedConverter(
  work: (request: ConversionRequest) => Promise<void> = async () => {},
): ScriptedConverter {
  const requests: ScriptedConverter["requests"] = [];
  return {
    unavailable: null,
    requests,
    async convert(request) {
      const { signal: _, ...rest } = request;
      requests.push(rest);
      await work(request);
      const folder = await mkdtemp(join(tmpdir(), "lectern-scripted-"));
      const path = join(folder, "document");
      const bytes = Buffer.from(request.sections.map(({ markdown }) => markdown).join("\n\n"));
      await writeFile(path, bytes);
      return { path, bytes: bytes.length, dispose: () => rm(folder, { recursive: true, force: true }) };
    },
  };
}
