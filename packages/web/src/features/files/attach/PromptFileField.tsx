import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import type { FileFieldProps } from "../../../entities/prompts/promptSlots.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AttachButton } from "./AttachButton.tsx";
import { useAttachUi } from "./attach.ts";
import type { AttachOptions } from "./attachOptions.ts";
import classes from "./PromptFileField.module.css";
import { useDraftDocuments } from "./useDraftDocuments.ts";

const noKeys: ReadonlySet<string> = new Set();

/** The field of a template's file variable: a button to attach documents, and the attached documents. */
export function PromptFileField({ draftKey, isSingle, labelledBy, describedBy, onDocuments }: FileFieldProps) {
  const { user, config } = useWorkspace();
  const canUpload = useFlag("uploadDocuments");
  const canPick = useFlag("dataSourceSelectorOnInput");
  const canSearch = useFlag("ragEnabled");
  const documents = useDraftDocuments(user.id, draftKey);
  const ui = useAttachUi();
  const options: AttachOptions = {
    userId: user.id,
    draftKey,
    lastSentKeys: noKeys,
    acceptsImages: true,
    windowTokens: null,
    canSearch,
    maxBytes: config.uploadMaxBytes,
    allowedExtensions: config.uploadExtensions,
    canPick,
    acceptsDrops: false,
  };
  useEffect(() => onDocuments(documents), [documents, onDocuments]);
  if (!canUpload) return <p className={classes.note}>{t`Documents can’t be uploaded here.`}</p>;
  const isFull = isSingle && documents.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label above the field is not a legend
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={classes.field}>
      {!isFull && <AttachButton options={options} />}
      <div className={classes.shelf}>
        {ui && <ui.Shelf userId={user.id} draftKey={draftKey} lastSentKeys={noKeys} />}
      </div>
      {documents.length === 0 && (
        <span className={classes.note}>{isSingle ? t`Attach one document` : t`Attach documents`}</span>
      )}
      {isSingle && documents.length > 1 && (
        <span className={classes.note}>{t`Only one document is allowed here. Remove the others.`}</span>
      )}
    </div>
  );
}
