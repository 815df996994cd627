import type { DirectoryGroupConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import { notifyRefusal } from "../../../ui/notices/notify.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { FileChooser } from "../featureData/FileChooser.tsx";
import type { GroupTable } from "./readGroupTable.ts";

const ImportPreview = lazy(() =>
  import("./ImportPreview.tsx").then(({ ImportPreview }) => ({ default: ImportPreview })),
);

interface ImportGroupsProps {
  groups: Record<string, DirectoryGroupConfig>;
  onChange: (groups: Record<string, DirectoryGroupConfig>) => void;
}

/** Reads groups from a CSV file, and shows what it changes before it changes the form. */
export function ImportGroups({ groups, onChange }: ImportGroupsProps) {
  const [opened, setOpened] = useState<{ fileName: string; table: GroupTable } | null>(null);
  const open = async (file: File) => {
    if (file.size > maxBytes) return notifyRefusal(t`The file is too large. At most 20 MB can be imported.`);
    try {
      // Few administrators need the parser.
      const { readGroupTable } = await import("./readGroupTable.ts");
      const table = readGroupTable(new Uint8Array(await file.arrayBuffer()));
      if ("problem" in table) notifyRefusal(table.problem);
      else setOpened({ fileName: file.name, table });
    } catch {
      notifyRefusal(t`The file couldn’t be read.`);
    }
  };
  const close = () => setOpened(null);
  return (
    <>
      <FileChooser
        label={t`Import from CSV`}
        fieldLabel={t`CSV file with Amplify Groups`}
        accept=".csv,.tsv,.txt,text/csv"
        onFile={(file) => void open(file)}
      />
      {opened && (
        <OverlaySuspense isOpen onClose={close}>
          <ImportPreview
            {...opened}
            groups={groups}
            onApply={(imported) => {
              onChange(imported);
              close();
            }}
            onClose={close}
          />
        </OverlaySuspense>
      )}
    </>
  );
}

const maxBytes = 20_000_000;
