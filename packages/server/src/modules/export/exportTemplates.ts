import { opendir } from "node:fs/promises";
import { extname, join } from "node:path";
import { ConvertFormat } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";

export interface ExportTemplate {
  /** The file name with its extension, or `builtInTemplateName`. */
  name: string;
  format: ConvertFormat;
  isDefault: boolean;
  /** Null for the built-in template. */
  path: string | null;
}

/** The name of the built-in templates. Each format has one. */
export const builtInTemplateName = "Lectern";
const maxTemplates = 200;
const maxNameLength = 200;

/**
 * Lists the templates of the configured folder and the built-in ones, grouped by format, each group with its default
 * first. The default is the file `default.docx` or `default.pptx`, or else the built-in template. If the folder cannot
 * be read, logs this and lists the built-in templates.
 */
export async function listTemplates({ config, log }: Pick<Platform, "config" | "log">): Promise<ExportTemplate[]> {
  const logFailure = (error: unknown): string[] => {
    log.warn({ err: error }, "the template folder could not be read");
    return [];
  };
  const fileNames =
    config.exportTemplatesDir === null ? [] : await listFileNames(config.exportTemplatesDir).catch(logFailure);
  return ConvertFormat.options.flatMap((format) => {
    const names = fileNames
      .filter((name) => extname(name).toLowerCase() === `.${format}`)
      .sort((a, b) => a.localeCompare(b));
    const folderTemplates = names.map((name): ExportTemplate => {
      const isDefault = name.toLowerCase() === `default.${format}`;
      return { name, format, isDefault, path: join(config.exportTemplatesDir ?? "", name) };
    });
    const builtInTemplate: ExportTemplate = {
      name: builtInTemplateName,
      format,
      isDefault: !folderTemplates.some(({ isDefault }) => isDefault),
      path: null,
    };
    return [...folderTemplates, builtInTemplate].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
}

async function listFileNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    // Office creates lock files that start with `~$` next to an open document.
    const isHidden = entry.name.startsWith("~$") || entry.name.startsWith(".");
    if (!entry.isFile() || isHidden || entry.name.length > maxNameLength) continue;
    names.push(entry.name);
    if (names.length >= maxTemplates) break;
  }
  return names;
}
