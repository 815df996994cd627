import { type ArtifactContent, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { findPeopleProblem } from "../../../entities/groups/people/findPeopleProblem.ts";
import { PeopleInput } from "../../../entities/groups/people/PeopleInput.tsx";
import { completePeople, emptyPeopleDraft, hasPeople } from "../../../entities/groups/people/peopleDraft.ts";
import { toTypedEntry } from "../../../entities/groups/people/wholeGroups.ts";
import { canShareWithGroup, useGroups } from "../../../entities/groups/useGroups.ts";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../ui/modal/useDiscardQuestion.tsx";
import { useSavedArtifactActions } from "../actions/useSavedArtifactActions.ts";
import classes from "./SendArtifactDialog.module.css";

interface SendArtifactDialogProps extends DialogProps {
  /** Returns what is sent; null if it cannot be loaded, which has been shown. */
  load: () => Promise<ArtifactContent | null>;
}

/** Sends a copy of an artifact to people and groups. */
export function SendArtifactDialog({ isOpen, onClose, load }: SendArtifactDialogProps) {
  const { user } = useWorkspace();
  const { data: groups, error: groupsError, refetch: reloadGroups } = useGroups();
  const wholeGroups = useMemo(() => (groups ?? []).filter(canShareWithGroup), [groups]);
  const [people, setPeople] = useState(emptyPeopleDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<readonly { recipient: string; reason: string }[]>([]);
  const [isSending, setIsSending] = useState(false);
  const fieldRef = useRef<HTMLInputElement>(null);
  const { share } = useSavedArtifactActions();
  const hasRecipients = hasPeople(people);
  const end = () => {
    setPeople(emptyPeopleDraft);
    setFailed([]);
    setProblem(null);
    onClose();
  };
  const { close, question } = useDiscardQuestion({
    hasChanges: () => hasRecipients,
    message: t`Nothing has been shared yet.`,
    onDiscard: () => {},
    onClose: end,
  });
  const complete = () => completePeople({ ...people, text: toTypedEntry(people.text, { groups, wholeGroups }) });
  const send = async () => {
    const recipients = complete();
    setPeople(recipients);
    const context = { groups, wholeGroups, ownEmail: user.email ?? "", max: limits.recipientsPerShare };
    const newProblem = findPeopleProblem(recipients, context);
    setProblem(newProblem);
    if (newProblem !== null) {
      fieldRef.current?.focus();
      return;
    }
    setIsSending(true);
    const content = await load();
    const rest = content && (await share(content, recipients.entries));
    setIsSending(false);
    if (!rest) return;
    if (rest.length === 0) end();
    else {
      const names = new Set(rest.map(({ recipient }) => recipient.toLowerCase()));
      setPeople({ entries: recipients.entries.filter((entry) => names.has(entry.toLowerCase())), text: "" });
      setFailed(rest);
    }
  };
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={t`Send Artifact`}
        onClose={close}
        submitLabel={t({ message: "Share", context: "verb" })}
        isSubmitting={isSending}
        canSubmit={hasRecipients}
        fitsContent
        fillsNarrowScreen
        onSubmit={() => void send()}
      >
        <div className={classes.root}>
          <div className={classes.entry}>
            <PeopleInput
              label={t`People and groups`}
              draft={people}
              groups={groups}
              wholeGroups={wholeGroups}
              ownEmail={user.email ?? ""}
              error={problem}
              fieldRef={fieldRef}
              onChange={(draft) => {
                setPeople(draft);
                setProblem(null);
              }}
            />
            <Button
              variant="default"
              className={classes.add}
              disabled={people.text.trim() === ""}
              onClick={() => {
                setPeople(complete());
                fieldRef.current?.focus();
              }}
            >
              {t`Add`}
            </Button>
          </div>
          {failed.length > 0 && (
            <ul role="alert" className={classes.failed} aria-label={t`Not shared with`}>
              {failed.map(({ recipient, reason }) => (
                <li key={recipient}>
                  <strong>{groups?.find(({ id }) => id === recipient)?.name ?? recipient}</strong>: {reason}
                </li>
              ))}
            </ul>
          )}
          {groupsError && !groups && (
            <LoadFailedBanner
              text={t`Couldn’t load your groups.`}
              error={groupsError}
              onRetry={() => void reloadGroups()}
            />
          )}
          <p className={classes.note}>{t`They get a copy of this version. What you change later stays with you.`}</p>
        </div>
      </Modal>
      {question}
    </>
  );
}
