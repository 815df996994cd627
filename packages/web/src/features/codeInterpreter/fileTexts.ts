import { codeInterpreterTexts } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { FileElsewhereError } from "../../entities/codeInterpreter/generatedFiles.ts";
import { isLocalKey } from "../../entities/codeInterpreter/localFiles.ts";
import { CallError } from "../../lib/callError.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";

/** The specified texts of a preview that cannot be shown. */
export const previewTexts = {
  file: () => translateServerText(codeInterpreterTexts.cannotDisplay),
  pdf: () => t`Unfortunately, we are unable to display the PDF at this time...`,
  image: () => t`Unfortunately, we are unable to display the image at this time...`,
};

/** Returns why a file cannot be read; null if nobody knows. */
export function getFileProblem(key: string, error: unknown): string | null {
  if (error instanceof FileElsewhereError)
    return isLocalKey(key)
      ? t`This file is only in the browser in which it was made.`
      : t`This file doesn’t exist any more.`;
  return error instanceof CallError ? (error.reason ?? error.message) : null;
}
