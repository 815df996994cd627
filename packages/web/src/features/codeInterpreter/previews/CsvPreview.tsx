import type { GeneratedFile } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fileContentQuery, readFileStart } from "../../../entities/codeInterpreter/generatedFiles.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { CsvTable } from "../../../ui/markdown/CsvTable.tsx";
import { getFileProblem, previewTexts } from "../fileTexts.ts";
import classes from "../PythonResults.module.css";
import { PreviewProblem } from "./PreviewProblem.tsx";

const maxLines = 11;
/** Lines may be long. */
const maxBytes = 60_000;

/** The first lines of a CSV file as a table. */
export function CsvPreview({ file, onDownload }: { file: GeneratedFile; onDownload: () => void }) {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const { file_key: key, file_size: size } = file.values;
  const { data: start, error } = useQuery({
    queryKey: ["generatedFiles", user.id, key, "start"],
    queryFn: async ({ signal }) =>
      readFileStart(await cache.fetchQuery(fileContentQuery(user.id, key, true)), maxBytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
  if (error) return <PreviewProblem text={previewTexts.file()} reason={getFileProblem(key, error)} />;
  if (start === undefined) return <Skeleton height={160} className={classes.waiting} />;
  const { text, isCut } = cutLines(start.replace(/^\uFEFF/, ""), size > maxBytes);
  return (
    <div className={classes.table}>
      <CsvTable csv={text} isGrowing={false} />
      {isCut && (
        <button type="button" className={classes.link} onClick={onDownload}>
          {t`Download to see full content`}
        </button>
      )}
    </div>
  );
}

/** Returns the first lines. `isPartial`: more text follows that was not read. */
function cutLines(text: string, isPartial: boolean): { text: string; isCut: boolean } {
  const lines = text.trimEnd().split(/\r?\n/);
  return { text: lines.slice(0, maxLines).join("\n"), isCut: isPartial || lines.length > maxLines };
}
