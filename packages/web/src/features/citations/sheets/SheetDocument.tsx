import type { FileRecord, Sheet } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import tabClasses from "../../../ui/tabs.module.css";
import { DocumentLoadError } from "../viewer/DocumentLoadError.tsx";
import { DocumentSkeleton } from "../viewer/DocumentSkeleton.tsx";
import classes from "./SheetDocument.module.css";
import { SheetTable } from "./SheetTable.tsx";
import { tablePageQuery } from "./tablePageQuery.ts";

interface SheetDocumentProps {
  file: FileRecord;
  passage: DocumentPassage;
  /** The extracted text, for files that turn out not to be tables. */
  text: ReactNode;
}

/** The sheets of a spreadsheet as tables, at first the one that contains the passage. */
export function SheetDocument({ file, passage, text }: SheetDocumentProps) {
  const { data, error, refetch } = useQuery(tablePageQuery(file.id, 0, 0, passage.assistantId));
  const [choice, setChoice] = useState<{ passage: DocumentPassage; sheet: string } | null>(null);
  if (error && !data) return <DocumentLoadError error={error} passage={passage} onRetry={() => void refetch()} />;
  if (!data) return <DocumentSkeleton />;
  const { sheets } = data;
  // Another passage is shown where it is, whatever sheet was chosen before.
  const shown = choice?.passage === passage ? choice.sheet : getSheetId(findCitedSheet(sheets, passage));
  const sheet = sheets.find((each) => getSheetId(each) === shown);
  if (!sheet) return text;
  if (sheet.name === null) return <LoadedSheet file={file} sheet={sheet} passage={passage} />;
  return (
    <Tabs
      value={shown}
      onChange={(next) => next !== null && setChoice({ passage, sheet: next })}
      keepMounted={false}
      className={classes.tabs ?? ""}
    >
      <SheetTabs sheets={sheets} shown={shown} />
      <Tabs.Panel value={shown} className={classes.panel ?? ""}>
        <LoadedSheet key={shown} file={file} sheet={sheet} passage={passage} />
      </Tabs.Panel>
    </Tabs>
  );
}

function SheetTabs({ sheets, shown }: { sheets: readonly Sheet[]; shown: string }) {
  const listRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab must be in view
  useEffect(() => {
    const tab = listRef.current?.querySelector("[aria-selected='true']");
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  return (
    <Tabs.List ref={listRef} aria-label={t`Sheets`} className={`${tabClasses.list} ${classes.list}`}>
      {sheets.map((sheet) => (
        <Tabs.Tab key={sheet.from} value={getSheetId(sheet)} className={`${tabClasses.tab} ${classes.tab}`}>
          {sheet.name}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** A sheet once its first rows, and so its columns, are loaded. */
function LoadedSheet({ file, sheet, passage }: { file: FileRecord; sheet: Sheet; passage: DocumentPassage }) {
  const { data, error, refetch } = useQuery(tablePageQuery(file.id, sheet.from, 0, passage.assistantId));
  if (error && !data) return <DocumentLoadError error={error} passage={passage} onRetry={() => void refetch()} />;
  if (!data) return <DocumentSkeleton />;
  return <SheetTable file={file} sheet={sheet} layout={data} passage={passage} />;
}

function findCitedSheet(sheets: readonly Sheet[], { originalIndexes }: DocumentPassage): Sheet | undefined {
  const first = Math.min(...originalIndexes);
  return sheets.find(({ from, count }) => first >= from && first < from + count) ?? sheets[0];
}

/** Two sheets may have the same name. */
const getSheetId = (sheet: Sheet | undefined) => String(sheet?.from ?? "");
