import type { GeneratedFile } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { fileContentQuery } from "../../entities/codeInterpreter/generatedFiles.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { toSafeFileName } from "../../ui/markdown/code/codeFileName.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { getFileProblem } from "./fileTexts.ts";

type NamedFile = Pick<GeneratedFile["values"], "file_key" | "file_name">;

/** Returns the function that saves a generated file through the browser. It shows a notice if that fails, and never rejects. */
export function useDownload(): (file: { values: NamedFile }) => Promise<void> {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  return async ({ values: { file_key: key, file_name: name } }) => {
    try {
      const content = await cache.fetchQuery(fileContentQuery(user.id, key, false));
      const safeName = toSafeFileName(name, "file");
      if (content.kind === "blob") return saveFile(content.blob, safeName);
      const link = document.createElement("a");
      link.href = content.url;
      link.download = safeName;
      link.rel = "noreferrer";
      link.click();
    } catch (error) {
      notifyError(t`The file couldn’t be downloaded.`, { reason: getFileProblem(key, error) });
    }
  };
}
