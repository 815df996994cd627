import { type Group, type GroupLevel, updateGroupMembers } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { findPeopleProblem } from "../../../entities/groups/people/findPeopleProblem.ts";
import { hasPeople } from "../../../entities/groups/people/peopleDraft.ts";
import { useGroups } from "../../../entities/groups/useGroups.ts";
import { call } from "../../../lib/call.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../ui/modal/useDiscardQuestion.tsx";
import { getRefusalText } from "../groupTexts.ts";
import classes from "../management/GroupManagement.module.css";
import { useGroupChange } from "../useGroupChange.ts";
import { NewMembersField } from "./NewMembersField.tsx";
import { completeNewMembers, noNewMembers, toMemberLevels, withoutSubmitted } from "./newMembers.ts";

interface AddMembersDialogProps {
  isOpen: boolean;
  onClose: () => void;
  group: Group;
  level: GroupLevel | null;
  ownEmail: string;
}

/** Adds members to a group. What was entered stays until it has been added or discarded. */
export function AddMembersDialog({ isOpen, onClose, group, level, ownEmail }: AddMembersDialogProps) {
  const { data: groups } = useGroups();
  const [members, setMembers] = useState(noNewMembers);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isRunning } = useGroupChange("addMembers", level);
  const { close, question } = useDiscardQuestion({
    // While people are added, the dialog can be closed: if that fails, they are still entered.
    hasChanges: () => hasPeople(members.people) && !isRunning,
    message: t`The people you entered haven’t been added.`,
    onDiscard() {
      setMembers(noNewMembers);
      setProblem(null);
    },
    onClose,
  });
  const fieldRef = useRef<HTMLInputElement>(null);
  const { name } = group;
  const submit = async () => {
    const complete = completeNewMembers(members);
    const found = findPeopleProblem(complete.people, { groups });
    setMembers(complete);
    setProblem(found);
    if (found !== null) {
      fieldRef.current?.focus();
      return;
    }
    const error = await run(() =>
      call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: toMemberLevels(complete) }),
    );
    if (error !== null) return;
    setMembers((current) => withoutSubmitted(current, complete));
    onClose();
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Add members to “${name}”`}
      fitsContent
      fillsNarrowScreen
      onClose={close}
      onSubmit={() => void submit()}
      submitLabel={t`Add`}
      isSubmitting={isRunning}
      canSubmit={level === "admin"}
    >
      {level !== "admin" && (
        <p role="alert" className={classes.refusal}>
          {getRefusalText("addMembers")}
        </p>
      )}
      <div className={classes.adding}>
        <NewMembersField
          value={members}
          onChange={(changed) => {
            setMembers(changed);
            setProblem(null);
          }}
          groups={groups}
          ownEmail={ownEmail}
          label={t`Members`}
          error={problem}
          fieldRef={fieldRef}
        />
      </div>
      {question}
    </Modal>
  );
}
