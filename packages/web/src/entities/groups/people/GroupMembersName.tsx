import type { Group } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconUsers } from "@tabler/icons-react";
import classes from "./PersonName.module.css";

/** The members that a group has now, who are entered one by one. `group`: null if it is not known. */
export function GroupMembersName({ entry, group }: { entry: string; group: Group | null }) {
  const count = group?.numOfMembers ?? null;
  return (
    <span className={classes.name}>
      <IconUsers size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.text}>{group?.name ?? entry}</span>
      <span className={classes.mark}>
        {count === null ? t`Current members` : plural(count, { one: "# current member", other: "# current members" })}
      </span>
    </span>
  );
}
