import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { useClosingQuestion } from "../../entities/groups/useClosingQuestion.tsx";
import { useGroups } from "../../entities/groups/useGroups.ts";
import { type DialogProps, openDialog } from "../../entities/shell/dialogs.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./GroupsDialog.module.css";
import { getLevelName } from "./groupTexts.ts";
import { GroupManagement } from "./management/GroupManagement.tsx";

/** The groups of the person: what they may do in them, and how to leave. */
export function GroupsDialog({ isOpen, onClose, groupId: firstId }: DialogProps & { groupId?: string }) {
  const { data: groups, error, refetch } = useGroups();
  const canCreate = useFlag("createAstAdminGroups");
  const { close, question } = useClosingQuestion(onClose);
  const [chosenId, setChosenId] = useState<string | null>(firstId ?? null);
  const firstGroup = groups?.find(({ isBuiltIn }) => !isBuiltIn) ?? groups?.[0];
  // It stays chosen when the membership ends, so that the person sees why they can do less.
  if (chosenId === null && firstGroup) setChosenId(firstGroup.id);
  return (
    <Modal
      isOpen={isOpen}
      title={t`Your groups`}
      onClose={close}
      actions={
        canCreate && (
          <Button variant="default" onClick={() => openDialog("createGroup")}>
            {t`Create a group`}
          </Button>
        )
      }
    >
      <div className={classes.root}>
        {error && !groups && (
          <LoadFailedBanner text={t`Couldn’t load your groups.`} error={error} onRetry={() => void refetch()} />
        )}
        {!groups && !error && <ListSkeleton label={t`Loading your groups`} />}
        {groups?.length === 0 && <p className={classes.empty}>{t`You’re not a member of any group.`}</p>}
        {groups && groups.length > 0 && (
          <SelectField
            label={t`Group`}
            value={chosenId ?? ""}
            placeholder={t`Choose a group`}
            choices={groups.map(({ id, name, level }) => ({ value: id, label: `${name} · ${getLevelName(level)}` }))}
            onChange={setChosenId}
          />
        )}
        {chosenId !== null && (
          <GroupManagement key={chosenId} groupId={chosenId} hasAssistants onEnded={() => setChosenId(null)} />
        )}
      </div>
      {question}
    </Modal>
  );
}
