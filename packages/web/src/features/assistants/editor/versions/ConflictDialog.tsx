import type { AssistantContent, AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useModels } from "../../../../entities/models/useModels.ts";
import { useWorkspace } from "../../../../entities/shell/workspace.ts";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { useClipboard } from "../../../../ui/useClipboard.ts";
import { toContent, toDraft } from "../draft/assistantDraft.ts";
import { compareWithNewer, type KeptField } from "../draft/compareWithNewer.ts";
import type { ContentDifference } from "../draft/describeContent.ts";
import { type ComparedPart, compareWords } from "./compareWords.ts";
import { type ConflictTexts, getOwnTexts, getTexts, type SideTexts } from "./conflictTexts.ts";
import { isSavedBy } from "./describeSaving.ts";
import { FieldText } from "./FieldText.tsx";
import classes from "./Versions.module.css";

interface ConflictDialogProps {
  isOpen: boolean;
  /** What has been saved by somebody else, or by the person elsewhere. */
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
  const { user } = useWorkspace();
  const texts = isSavedBy(newest, user) ? getOwnTexts(newest) : getTexts(newest);
  const theirs = toContent(toDraft(newest));
  const { conflicts, kept } = compareWithNewer({ base, theirs, merged }, (id) => find(id)?.name ?? null);
  return (
    <Modal
      isOpen={isOpen}
      title={texts.title}
      width="60vw"
      isWide
      fitsContent
      fillsNarrowScreen
      onClose={actions.onKeepEditing}
      cancelLabel={t`Keep editing`}
      actions={
        <Button variant="default" onClick={actions.onTakeTheirs}>
          {texts.takeNewer}
        </Button>
      }
      submitLabel={texts.saveOnTop}
      onSubmit={actions.onSaveOnTop}
    >
      <div className={classes.root}>
        <p className={classes.intro}>{texts.intro}</p>
        {conflicts.length + kept.length === 0 && (
          <p className={classes.intro}>{t`Both versions have the same texts and documents.`}</p>
        )}
        {conflicts.length > 0 && (
          <dl className={classes.differences}>
            {conflicts.map((conflict) => (
              <Conflict key={conflict.id} texts={texts} conflict={conflict} />
            ))}
          </dl>
        )}
        {kept.length > 0 && <KeptFields texts={texts} kept={kept} />}
      </div>
    </Modal>
  );
}

/** A field that both have changed, with the words marked that differ. */
function Conflict({ texts, conflict }: { texts: ConflictTexts; conflict: ContentDifference }) {
  const { label, theirs, mine } = conflict;
  const parts = useMemo(() => compareWords(theirs, mine), [theirs, mine]);
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      <dd className={classes.sides}>
        <Side {...texts.newer} field={label} text={theirs} parts={parts.a} canCopy />
        <Side {...texts.draft} field={label} text={mine} parts={parts.b} />
      </dd>
    </div>
  );
}

interface KeptFieldsProps {
  texts: ConflictTexts;
  kept: readonly KeptField[];
}

/** Fields that only one of the two has changed, which need no decision. */
function KeptFields({ texts, kept }: KeptFieldsProps) {
  return (
    <div>
      <p className={classes.intro}>{texts.ifSavedOnTop}</p>
      <ul className={classes.kept}>
        {kept.map(({ id, label, side }) => (
          <li key={id}>{(side === "theirs" ? texts.newer : texts.draft).formatKept(label)}</li>
        ))}
      </ul>
    </div>
  );
}

interface SideProps extends SideTexts {
  field: string;
  text: string;
  parts: readonly ComparedPart[];
  canCopy?: boolean;
}

function Side({ title, formatLabel, field, text, parts, canCopy = false }: SideProps) {
  const { isCopied, copy } = useClipboard();
  const label = formatLabel(field);
  return (
    <div>
      <div className={classes.sideHead}>
        <span className={classes.side} aria-hidden>
          {title}
        </span>
        {canCopy && text !== "" && (
          <Button variant="subtle" size="compact-xs" aria-label={t`Copy ${label}`} onClick={() => copy(text)}>
            {isCopied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </div>
      <FieldText text={text} label={label} parts={parts} />
    </div>
  );
}
