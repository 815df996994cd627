import { t } from "@lingui/core/macro";
import { useState } from "react";
import { findPeopleProblem } from "../../../entities/groups/people/findPeopleProblem.ts";
import { PeopleInput } from "../../../entities/groups/people/PeopleInput.tsx";
import {
  completePeople,
  emptyPeopleDraft,
  hasPeople,
  removeSubmitted,
} from "../../../entities/groups/people/peopleDraft.ts";
import { canShareWithGroup, useGroups } from "../../../entities/groups/useGroups.ts";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../ui/modal/useDiscardQuestion.tsx";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import classes from "./Share.module.css";
import { ShareList } from "./ShareList.tsx";
import { useShares } from "./useShares.ts";
import { type ShareRole, useSharing } from "./useSharing.ts";

/** Gives people and groups a right to an assistant, and shows who has one. */
export function ShareDialog({
  isOpen,
  onClose,
  assistantId,
  name,
}: DialogProps & { assistantId: string; name: string }) {
  useNoticeTopic("share", isOpen);
  const { user } = useWorkspace();
  const { data: groups } = useGroups();
  const shares = useShares(assistantId, isOpen);
  const [people, setPeople] = useState(emptyPeopleDraft);
  const [groupId, setGroupId] = useState("");
  const [role, setRole] = useState<ShareRole>("use");
  const [problem, setProblem] = useState<string | null>(null);
  const { give, withdraw, isBusy } = useSharing(assistantId);
  const hasRecipients = hasPeople(people) || groupId !== "";
  const { close, question } = useDiscardQuestion({
    hasChanges: () => hasRecipients,
    message: t`The people and groups you have entered have no access yet.`,
    onDiscard() {
      setPeople(emptyPeopleDraft);
      setGroupId("");
    },
    onClose,
  });
  const sharableGroups = (groups ?? []).filter(canShareWithGroup);
  const share = async () => {
    const complete = completePeople(people);
    setPeople(complete);
    const newProblem = findPeopleProblem(complete, { groups, isOptional: groupId !== "" });
    setProblem(newProblem);
    if (newProblem !== null || !(await give([...complete.entries, ...(groupId === "" ? [] : [groupId])], role))) return;
    // More may have been entered meanwhile.
    setPeople((current) => removeSubmitted(current, complete));
    setGroupId((current) => (current === groupId ? "" : current));
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Share “${name}”`}
      onClose={close}
      cancelLabel={t`Close`}
      submitLabel={t`Share`}
      isSubmitting={isBusy}
      canSubmit={hasRecipients}
      fitsContent
      fillsNarrowScreen
      onSubmit={() => void share()}
    >
      <div className={classes.root}>
        <PeopleInput
          label={t`People`}
          draft={people}
          groups={groups}
          ownEmail={user.email ?? ""}
          error={problem}
          onChange={(draft) => {
            setPeople(draft);
            setProblem(null);
          }}
        />
        {sharableGroups.length > 0 && (
          <SelectField
            label={t`A whole group`}
            description={t`Its current and future members get access.`}
            value={groupId}
            choices={[
              { value: "", label: t`No group` },
              ...sharableGroups.map((group) => ({ value: group.id, label: group.name })),
            ]}
            onChange={setGroupId}
          />
        )}
        <RoleSelect label={t`What they can do`} value={role} onChange={setRole} />
        <ShareList
          list={shares}
          onChange={(recipient, newRole) => void give([recipient], newRole)}
          onWithdraw={(recipient) => void withdraw(recipient)}
        />
      </div>
      {question}
    </Modal>
  );
}
