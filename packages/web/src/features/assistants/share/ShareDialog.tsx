import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, use, useMemo, useState } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { GroupSlotsContext } from "../../../entities/groups/groupSlots.ts";
import { findPeopleProblem } from "../../../entities/groups/people/findPeopleProblem.ts";
import { PeopleInput } from "../../../entities/groups/people/PeopleInput.tsx";
import {
  addPeople,
  completePeople,
  emptyPeopleDraft,
  hasPeople,
  removeSubmitted,
} from "../../../entities/groups/people/peopleDraft.ts";
import { toTypedEntry } from "../../../entities/groups/people/wholeGroups.ts";
import { canShareWithGroup, useGroups } from "../../../entities/groups/useGroups.ts";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../../ui/modal/useDiscardQuestion.tsx";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
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
  const { data: groups, error: groupsError, refetch: reloadGroups } = useGroups();
  const wholeGroups = useMemo(() => (groups ?? []).filter(canShareWithGroup), [groups]);
  const shares = useShares(assistantId, isOpen);
  const [people, setPeople] = useState(emptyPeopleDraft);
  const canCreateGroup = useFlag("createAstAdminGroups");
  const { CreateGroup } = use(GroupSlotsContext);
  const [isCreatingGroup, setIsCreatingGroup] = useState(false);
  const [role, setRole] = useState<ShareRole>("use");
  const [problem, setProblem] = useState<string | null>(null);
  const { give, withdraw, isBusy } = useSharing(assistantId, name);
  const hasRecipients = hasPeople(people);
  const { close, question } = useDiscardQuestion({
    hasChanges: () => hasRecipients,
    message: t`The people and groups you entered don’t have access yet.`,
    onDiscard: () => setPeople(emptyPeopleDraft),
    onClose,
  });
  const share = async () => {
    const complete = completePeople({ ...people, text: toTypedEntry(people.text, { groups, wholeGroups }) });
    setPeople(complete);
    const newProblem = findPeopleProblem(complete, { groups, wholeGroups, ownEmail: user.email ?? "" });
    setProblem(newProblem);
    if (newProblem !== null || !(await give([...complete.entries], role))) return;
    // More may have been entered meanwhile.
    setPeople((current) => removeSubmitted(current, complete));
  };
  return (
    <>
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
            label={t`People and groups`}
            draft={people}
            groups={groups}
            wholeGroups={wholeGroups}
            ownEmail={user.email ?? ""}
            error={problem}
            onChange={(draft) => {
              setPeople(draft);
              setProblem(null);
            }}
          />
          {groupsError && !groups && (
            <LoadFailedBanner
              text={t`Couldn’t load your groups.`}
              error={groupsError}
              onRetry={() => void reloadGroups()}
            />
          )}
          {canCreateGroup && (
            <Button
              className={classes.create}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setIsCreatingGroup(true)}
            >
              {t`Create a group…`}
            </Button>
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
      {/* Beside the dialog, whose form would otherwise be submitted with this one. */}
      <Suspense fallback={null}>
        <CreateGroup
          isOpen={isCreatingGroup}
          onClose={() => setIsCreatingGroup(false)}
          onCreated={(groupId) => {
            setIsCreatingGroup(false);
            setPeople((current) => ({ ...addPeople(current, groupId).draft, text: current.text }));
          }}
        />
      </Suspense>
    </>
  );
}
