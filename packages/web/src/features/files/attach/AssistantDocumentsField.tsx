import { t } from "@lingui/core/macro";
import type { DocumentsFieldProps } from "../../../entities/assistants/assistantSlots.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { AttachButton } from "./AttachButton.tsx";
import { AttachmentChip } from "./AttachmentChip.tsx";
import shelfClasses from "./AttachmentShelf.module.css";
import { useAttachUi } from "./attach.ts";
import type { AttachOptions } from "./attachOptions.ts";
import classes from "./PromptFileField.module.css";

const noKeys: ReadonlySet<string> = new Set();

/** The field of an assistant's documents: those that it has, those that were added, and a button to add more. */
export function AssistantDocumentsField(props: DocumentsFieldProps) {
  const { draftKey, savedDocuments, onRemoveSaved, onRetrySaved, labelledBy, describedBy } = props;
  const { user, config } = useWorkspace();
  const canUpload = useFlag("uploadDocuments");
  const canSearch = useFlag("ragEnabled");
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
    canPick: true,
    acceptsTags: false,
    acceptsDrops: false,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label above the field is not a legend
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={classes.field}>
      <div className={`${classes.shelf} ${classes.documents}`}>
        {savedDocuments.length > 0 && (
          <ul className={shelfClasses.shelf} aria-label={t`Documents of the assistant`}>
            {savedDocuments.map((document) => (
              <AttachmentChip
                key={document.id}
                attachment={document}
                onRemove={() => onRemoveSaved(document)}
                onRetry={() => onRetrySaved(document)}
              />
            ))}
          </ul>
        )}
        {ui && <ui.Shelf userId={user.id} draftKey={draftKey} lastSentKeys={noKeys} />}
      </div>
      {canUpload ? (
        <AttachButton options={options} isNameShown />
      ) : (
        <span className={classes.note}>{t`Documents can’t be uploaded here.`}</span>
      )}
    </div>
  );
}
