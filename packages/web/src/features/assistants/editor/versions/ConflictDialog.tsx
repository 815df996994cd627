import type { AssistantContent, AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useModels } from "../../../../entities/models/useModels.ts";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { toContent, toDraft } from "../draft/assistantDraft.ts";
import { findDifferences } from "../draft/describeContent.ts";
import { formatAuthor, formatSavedAt } from "./describeSaving.ts";
import { FieldText } from "./FieldText.tsx";
import classes from "./Versions.module.css";

interface ConflictDialogProps {
  isOpen: boolean;
  /** What somebody else has saved. */
  newest: AssistantDefinition;
  mine: AssistantContent;
  onSaveOnTop: () => void;
  onTakeTheirs: () => void;
  onKeepEditing: () => void;
}

/** Says who saved a newer version while the person was editing, and compares the fields that differ. */
export function ConflictDialog({ isOpen, newest, mine, ...actions }: ConflictDialogProps) {
  const { find } = useModels();
  const author = formatAuthor(newest);
  const savedAt = formatSavedAt(newest);
  const differences = findDifferences(toContent(toDraft(newest)), mine, (id) => find(id)?.name ?? null);
  return (
    <Modal
      isOpen={isOpen}
      title={t`Someone else has saved this assistant`}
      width="60vw"
      fitsContent
      onClose={actions.onKeepEditing}
      cancelLabel={t`Keep editing`}
      actions={
        <Button variant="default" onClick={actions.onTakeTheirs}>
          {t`Use their version`}
        </Button>
      }
      submitLabel={t`Save mine on top`}
      onSubmit={actions.onSaveOnTop}
    >
      <div className={classes.root}>
        <p className={classes.intro}>
          {t`${author} saved a newer version on ${savedAt}. Yours has not been saved. Whichever you choose, the other one is not lost: saved versions stay in the history, and your draft can be restored.`}
        </p>
        {differences.length === 0 ? (
          <p className={classes.intro}>{t`Both versions have the same texts and documents.`}</p>
        ) : (
          <dl className={classes.differences}>
            {differences.map(({ id, label, theirs, mine: myText }) => (
              <div key={id} className={classes.field}>
                <dt>{label}</dt>
                <dd className={classes.sides}>
                  <Side title={t`Theirs`} label={t`${label}: theirs`} text={theirs} />
                  <Side title={t`Yours`} label={t`${label}: yours`} text={myText} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Modal>
  );
}

function Side({ title, label, text }: { title: string; label: string; text: string }) {
  return (
    <div>
      <span className={classes.side} aria-hidden>
        {title}
      </span>
      <FieldText text={text} label={label} />
    </div>
  );
}
