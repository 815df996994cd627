import type { AssistantContent, AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useModels } from "../../../../entities/models/useModels.ts";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { useClipboard } from "../../../../ui/useClipboard.ts";
import { toContent, toDraft } from "../draft/assistantDraft.ts";
import { compareWithNewer, type KeptField } from "../draft/compareWithNewer.ts";
import { formatAuthor, formatSavedAt } from "./describeSaving.ts";
import { FieldText } from "./FieldText.tsx";
import classes from "./Versions.module.css";

interface ConflictDialogProps {
  isOpen: boolean;
  /** What somebody else has saved. */
  newest: AssistantDefinition;
  /** What the person started from; null if it is not known. */
  base: AssistantContent | null;
  /** What saving on top would store. */
  merged: AssistantContent;
  onSaveOnTop: () => void;
  onTakeTheirs: () => void;
  onKeepEditing: () => void;
}

/** Says who saved a newer version while the person was editing, and compares the fields that differ. */
export function ConflictDialog({ isOpen, newest, base, merged, ...actions }: ConflictDialogProps) {
  const { find } = useModels();
  const author = formatAuthor(newest);
  const savedAt = formatSavedAt(newest);
  const theirs = toContent(toDraft(newest));
  const { conflicts, kept } = compareWithNewer({ base, theirs, merged }, (id) => find(id)?.name ?? null);
  return (
    <Modal
      isOpen={isOpen}
      title={t`Someone else has saved this assistant`}
      width="60vw"
      isWide
      fitsContent
      fillsNarrowScreen
      onClose={actions.onKeepEditing}
      cancelLabel={t`Keep editing`}
      actions={
        <Button variant="default" onClick={actions.onTakeTheirs}>
          {t`Use their version`}
        </Button>
      }
      submitLabel={t`Save yours as the newest version`}
      onSubmit={actions.onSaveOnTop}
    >
      <div className={classes.root}>
        <p className={classes.intro}>
          {t`${author} saved a newer version on ${savedAt}. Yours has not been saved. Whichever you choose, the other one is not lost: saved versions stay in the history, and your draft can be restored.`}
        </p>
        {conflicts.length + kept.length === 0 && (
          <p className={classes.intro}>{t`Both versions have the same texts and documents.`}</p>
        )}
        {conflicts.length > 0 && (
          <dl className={classes.differences}>
            {conflicts.map(({ id, label, theirs: theirText, mine: myText }) => (
              <div key={id} className={classes.field}>
                <dt>{label}</dt>
                <dd className={classes.sides}>
                  <Side
                    title={t`Theirs`}
                    label={t`${label}: theirs`}
                    text={theirText}
                    copyLabel={t`Copy ${label}: theirs`}
                  />
                  <Side title={t`Yours`} label={t`${label}: yours`} text={myText} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {kept.length > 0 && <KeptFields kept={kept} />}
      </div>
    </Modal>
  );
}

/** Fields that only one of the two has changed, which need no decision. */
function KeptFields({ kept }: { kept: readonly KeptField[] }) {
  return (
    <div>
      <p className={classes.intro}>{t`If you save yours as the newest version:`}</p>
      <ul className={classes.kept}>
        {kept.map(({ id, label, side }) => (
          <li key={id}>{side === "theirs" ? t`${label}: theirs is kept` : t`${label}: yours is kept`}</li>
        ))}
      </ul>
    </div>
  );
}

interface SideProps {
  title: string;
  label: string;
  text: string;
  /** Names the button that copies the text; absent: there is none. */
  copyLabel?: string;
}

function Side({ title, label, text, copyLabel }: SideProps) {
  const { isCopied, copy } = useClipboard();
  return (
    <div>
      <div className={classes.sideHead}>
        <span className={classes.side} aria-hidden>
          {title}
        </span>
        {copyLabel !== undefined && text !== "" && (
          <Button variant="subtle" size="compact-xs" aria-label={copyLabel} onClick={() => copy(text)}>
            {isCopied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </div>
      <FieldText text={text} label={label} />
    </div>
  );
}
