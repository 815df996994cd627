import { plural, t } from "@lingui/core/macro";
import { IconUsersGroup } from "@tabler/icons-react";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { breakAddress } from "./breakAddress.tsx";
import { findNamedGroups } from "./findEntryProblem.ts";
import classes from "./PersonName.module.css";
import { isGroupEntry } from "./peopleEntries.ts";
import { useIsListed } from "./useIsListed.ts";
import { WholeGroupName } from "./WholeGroupName.tsx";
import { type EnterableGroups, findWholeGroup } from "./wholeGroups.ts";

interface PersonNameProps extends EnterableGroups {
  entry: string;
}

/** An entered person or group, with a mark if the directory does not list the address. */
export function PersonName({ entry, groups, wholeGroups }: PersonNameProps) {
  const isListed = useIsListed(entry);
  const wholeGroup = findWholeGroup(entry, wholeGroups);
  if (wholeGroup) return <WholeGroupName group={wholeGroup} wholeGroups={wholeGroups ?? []} />;
  if (isGroupEntry(entry)) return <GroupName entry={entry} groups={groups} />;
  return (
    <span className={classes.name}>
      <span className={classes.text}>{breakAddress(entry)}</span>
      {isListed === false && (
        <Tooltip
          multiline
          maw={260}
          label={t`This address isn’t in the directory. People who have never signed in get access when they first sign in with it.`}
        >
          <span className={classes.mark}>{t`Hasn’t signed in yet`}</span>
        </Tooltip>
      )}
    </span>
  );
}

/** The members of a group, who are entered one by one. */
function GroupName({ entry, groups }: Pick<PersonNameProps, "entry" | "groups">) {
  const [group, ...others] = findNamedGroups(entry, groups ?? []);
  const isKnown = group !== undefined && others.length === 0;
  const count = isKnown ? group.numOfMembers : null;
  return (
    <span className={classes.name}>
      <IconUsersGroup size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.text}>{isKnown ? `#${group.name}` : entry}</span>
      {count !== null && <span className={classes.mark}>{plural(count, { one: "# member", other: "# members" })}</span>}
    </span>
  );
}
