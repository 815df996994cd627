import type { PptxTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import tableClasses from "../AdminTable.module.css";
import { PptxTemplateRow } from "./PptxTemplateRow.tsx";
import { useChangeTemplate, useDeleteTemplate } from "./pptxTemplates.ts";
import { useDirectoryGroupNames } from "./useDirectoryGroupNames.ts";

/** The templates with who can choose them. A deletion is asked about. */
export function PptxTemplateTable({ templates }: { templates: readonly PptxTemplate[] }) {
  const directoryGroups = useDirectoryGroupNames();
  const { mutate: change } = useChangeTemplate();
  const [deletedName, setDeletedName] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: remove, isPending } = useDeleteTemplate(() => setIsAsking(false));
  const name = deletedName ?? "";
  return (
    <div className={tableClasses.scroller}>
      <table className={tableClasses.table} aria-label={t`PowerPoint Templates`}>
        <thead>
          <tr>
            <th scope="col">{t`Template`}</th>
            <th scope="col">{t`Available to all`}</th>
            <th scope="col">{t`Amplify Groups`}</th>
            <th scope="col">{t`Delete`}</th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <PptxTemplateRow
              key={template.name}
              template={template}
              directoryGroups={directoryGroups}
              onChange={change}
              onDelete={() => {
                setDeletedName(template.name);
                setIsAsking(true);
              }}
            />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Delete template`}
        message={t`Delete “${name}”? Nobody can choose it any more. Documents that were made with it stay.`}
        confirmLabel={t`Delete`}
        isDestructive
        isBusy={isPending}
        onConfirm={() => remove(name)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
