import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "../management/GroupManagement.module.css";
import type { useLevelChanges } from "./useLevelChanges.ts";

/**
 * Says below the table how many changed levels are not saved yet. Above it, it would move rows under the pointer, which
 * would then be changed by mistake.
 */
export function PendingLevels({ levelChanges }: { levelChanges: ReturnType<typeof useLevelChanges> }) {
  const { count, discard } = levelChanges;
  return (
    <div className={classes.pending} role="status">
      {count > 0 && (
        <>
          {plural(count, {
            one: "The access of # member is changed, but not saved yet.",
            other: "The access of # members is changed, but not saved yet.",
          })}
          <Button size="compact-sm" variant="subtle" onClick={discard}>
            {t`Discard`}
          </Button>
        </>
      )}
    </div>
  );
}
