import { t } from "@lingui/core/macro";
import { IconPencil, IconX } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../Admin.module.css";
import { isIncomplete, type OperationDraft } from "./operationDraft.ts";
import { editDraft, removeDrafts } from "./operationDrafts.ts";

/** The operations that *Register* registers beside what is typed. */
export function DraftList({ drafts, onEdit }: { drafts: readonly OperationDraft[]; onEdit: () => void }) {
  return (
    <ul className={classes.list} aria-label={t`Drafted ops`}>
      {drafts.map((draft, index) => {
        const name = draft.id.trim() || t`Op without a name`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: drafts have nothing else that is unique
          <li key={index} className={classes.row}>
            <span className={classes.rowText}>
              <span className={classes.rowTitle}>{name}</span>
              <span className={classes.note}>
                {draft.method} {draft.url}
              </span>
              {isIncomplete(draft) && (
                <span className={classes.note} data-failing>{t`A function name, a URL and tags are required.`}</span>
              )}
            </span>
            <span className={classes.rowActions}>
              <IconButton
                name={t`Edit ${name}`}
                onClick={() => {
                  editDraft(draft);
                  onEdit();
                }}
              >
                <IconPencil size={18} stroke={1.6} />
              </IconButton>
              <IconButton name={t`Remove ${name}`} onClick={() => removeDrafts([draft])}>
                <IconX size={18} stroke={1.6} />
              </IconButton>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
