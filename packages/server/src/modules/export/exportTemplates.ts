import { opendir } from "node:fs/promises";
import { extname, join } from "node:path";
import { ConvertFormat } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";

export interface ExportTemplate {
  name: string;
  format: ConvertFormat;
  isDefault: boolean;
  /** Null: the one that comes with the server. */
  path: string | null;
}

/** The name of our own template, of either format. */
export const ownTemplate = "Lectern";
const mostTemplates = 200;
const longestName = 200;

/**
 * The templates of both formats, the default ones first: files of the configured folder, and ours. A file named `default` is the default one of
 * its format; without it ours is.
 */
export async function listTemplates({ config, log }: Pick<Platform, "config" | "log">): Promise<ExportTemplate[]> {
  const given = config.exportTemplatesDir === null ? [] : await readFolder(config.exportTemplatesDir).catch(nothing);
  function nothing(error: unknown): string[] {
    log.warn({ err: error }, "the folder of templates could not be read");
    return [];
  }
  return ConvertFormat.options.flatMap((format) => {
    const names = given
      .filter((name) => extname(name).toLowerCase() === `.${format}`)
      .sort((a, b) => a.localeCompare(b));
    const files = names.map((name): ExportTemplate => {
      const isDefault = name.toLowerCase() === `default.${format}`;
      return { name, format, isDefault, path: join(config.exportTemplatesDir ?? "", name) };
    });
    const own: ExportTemplate = {
      name: ownTemplate,
      format,
      isDefault: !files.some(({ isDefault }) => isDefault),
      path: null,
    };
    return [...files, own].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
}

async function readFolder(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    // Office leaves files of this kind beside one that is open.
    const isLock = entry.name.startsWith("~$") || entry.name.startsWith(".");
    if (!entry.isFile() || isLock || entry.name.length > longestName) continue;
    names.push(entry.name);
    if (names.length >= mostTemplates) break;
  }
  return names;
}
