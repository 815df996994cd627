import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../management/GroupManagement.module.css";
import { RefusableButton } from "../RefusableButton.tsx";
import type { useLevelChanges } from "./useLevelChanges.ts";

interface MemberChangesProps {
  /** True if the person may change members. Who no longer may reads why at each button. */
  canChange: boolean;
  selectedCount: number;
  onDeselect: () => void;
  onDelete: () => void;
  levelChanges: ReturnType<typeof useLevelChanges>;
}

/**
 * What is selected in the table and which levels are not saved yet, each with its buttons. Below the table, because
 * above it, they would move rows under the pointer, which would then be changed by mistake.
 */
export function MemberChanges({ canChange, selectedCount, onDeselect, onDelete, levelChanges }: MemberChangesProps) {
  const { count, discard, confirm, isRunning } = levelChanges;
  const hasSelection = canChange && selectedCount > 0;
  return (
    <div className={classes.changes}>
      <div className={classes.selected}>
        <span className={classes.selection}>
          {hasSelection && (
            <IconButton name={t`Clear selection`} onClick={onDeselect}>
              <IconX size={17} stroke={1.6} aria-hidden />
            </IconButton>
          )}
          <span role="status">
            {hasSelection && plural(selectedCount, { one: "# member selected", other: "# members selected" })}
          </span>
        </span>
        {(hasSelection || !canChange) && (
          <span className={classes.changeButtons}>
            <RefusableButton kind="removeMembers" isAllowed={canChange} variant="default" onClick={onDelete}>
              {hasSelection
                ? plural(selectedCount, { one: "Remove # member", other: "Remove # members" })
                : t`Remove members`}
            </RefusableButton>
          </span>
        )}
      </div>
      <div className={classes.pending}>
        <span role="status">
          {count > 0 &&
            plural(count, {
              one: "The access change for # member isn’t saved yet.",
              other: "The access changes for # members aren’t saved yet.",
            })}
        </span>
        {(count > 0 || !canChange) && (
          <span className={classes.changeButtons}>
            {count > 0 && (
              <Button size="sm" variant="subtle" onClick={discard}>
                {t`Discard`}
              </Button>
            )}
            <RefusableButton kind="changeLevels" isAllowed={canChange} loading={isRunning} onClick={confirm}>
              {t`Update access`}
            </RefusableButton>
          </span>
        )}
      </div>
    </div>
  );
}
