import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import type { CreateGroupProps } from "../../../entities/groups/groupSlots.ts";
import { hasPeople } from "../../../entities/groups/people/peopleDraft.ts";
import { useGroups } from "../../../entities/groups/useGroups.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../ui/modal/useDiscardQuestion.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { GroupFields } from "./GroupFields.tsx";
import { useGroupForm } from "./useGroupForm.ts";

/** The dialog that creates a group. If this fails after the dialog was closed, it opens again with what was typed. */
export function CreateGroup({ isOpen, onClose, onCreated }: CreateGroupProps) {
  const { user } = useWorkspace();
  const { data: groups } = useGroups();
  const [isReopened, setIsReopened] = useState(false);
  const nameRef = useRef<HTMLInputElement>(null);
  const membersRef = useRef<HTMLInputElement>(null);
  const close = () => {
    setIsReopened(false);
    closeNotices("group");
    onClose();
  };
  const { form, problems, isSubmitting, change, discard, submit } = useGroupForm({
    groups,
    onCreated(groupId) {
      close();
      onCreated?.(groupId);
    },
    onFailed: () => setIsReopened(true),
  });
  const { close: closeForm, question } = useDiscardQuestion({
    // A group that is being created needs no question: the dialog opens again if this fails.
    hasChanges: () =>
      !isSubmitting && (form.name.trim() !== "" || form.types.length > 0 || hasPeople(form.members.people)),
    message: t`The group hasn’t been created.`,
    onDiscard: discard,
    onClose: close,
  });
  return (
    <Modal
      isOpen={isOpen || isReopened}
      title={t`Create Group`}
      fitsContent
      fillsNarrowScreen
      onClose={closeForm}
      submitLabel={t`Create Group`}
      isSubmitting={isSubmitting}
      onSubmit={() => {
        const field = submit();
        if (field === "name") nameRef.current?.focus();
        else if (field === "members") membersRef.current?.focus();
      }}
    >
      <GroupFields
        form={form}
        problems={problems}
        onChange={change}
        groups={groups}
        ownEmail={user.email}
        nameRef={nameRef}
        membersRef={membersRef}
      />
      {question}
    </Modal>
  );
}
