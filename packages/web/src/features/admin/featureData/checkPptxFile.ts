import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";

/** Returns why a file cannot be a template beside those with these names; null if it can. */
export function checkPptxFile(file: Pick<File, "name" | "size"> | null, names: readonly string[]): string | null {
  if (!file) return t`Please upload a powerpoint template.`;
  const name = file.name.toLowerCase();
  if (!name.endsWith(".pptx")) return t`This file type is not supported. Please upload a file of type: pptx`;
  if (names.some((other) => other.toLowerCase() === name)) {
    return t`PowerPoint template names must be unique. Please rename your file and try again.`;
  }
  if (file.size <= limits.templateBytes) return null;
  const [fileSize, limit] = [formatBytes(file.size), formatBytes(limits.templateBytes)];
  return t`This file is too large (${fileSize}). The limit is ${limit}.`;
}
