import { plural, t } from "@lingui/core/macro";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import type { useLevelChanges } from "./useLevelChanges.ts";
import type { useMemberRemoval } from "./useMemberRemoval.ts";

interface MemberConfirmationsProps {
  groupName: string;
  levelChanges: ReturnType<typeof useLevelChanges>;
  removal: ReturnType<typeof useMemberRemoval>;
}

/** The questions before members are removed, and before the person gives up rights of their own. */
export function MemberConfirmations({ groupName, levelChanges, removal }: MemberConfirmationsProps) {
  const { selfDemotion } = levelChanges;
  const count = removal.requested.length;
  const [first] = removal.requested;
  const name = first?.email ?? first?.systemId ?? first?.name ?? "";
  const removalText =
    count === 1
      ? t`${name} will lose access to “${groupName}” and its assistants immediately.`
      : plural(count, {
          one: `# member will lose access to “${groupName}” and its assistants immediately.`,
          other: `# members will lose access to “${groupName}” and its assistants immediately.`,
        });
  return (
    <>
      <ConfirmDialog
        isOpen={selfDemotion !== null}
        title={selfDemotion?.to === "read" ? t`Set your access to “Can chat”` : t`Set your access to “Can edit”`}
        message={
          selfDemotion?.to === "read"
            ? t`You will no longer be able to manage “${groupName}” or edit its assistants. Only another administrator can give you this access again.`
            : t`You will still be able to edit the assistants of “${groupName}”, but no longer manage the group. Only another administrator can give you this access again.`
        }
        confirmLabel={t`Change your access`}
        isDestructive
        onConfirm={() => selfDemotion?.confirm()}
        onCancel={() => selfDemotion?.cancel()}
      />
      <ConfirmDialog
        isOpen={count > 0}
        title={removal.includesSelf ? t`Remove yourself from the group` : t`Remove members`}
        message={
          removal.includesSelf
            ? t`You will lose access to “${groupName}” and its assistants immediately. Only another administrator can add you again.`
            : removalText
        }
        confirmLabel={removal.includesSelf ? t`Leave group` : t`Remove members`}
        isDestructive
        isBusy={removal.isRunning}
        onConfirm={() => void removal.confirm()}
        onCancel={removal.cancel}
      />
    </>
  );
}
