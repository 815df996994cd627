import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { breakAddress } from "./breakAddress.ts";
import { emailListingQuery } from "./emailListing.ts";
import { findCachedEmails } from "./emailsQuery.ts";
import { findNamedGroups } from "./findEntryProblem.ts";
import { GroupMembersName } from "./GroupMembersName.tsx";
import classes from "./PersonName.module.css";
import { isEmail, isGroupEntry } from "./peopleEntries.ts";
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
  if (isGroupEntry(entry)) {
    const [group = null, ...others] = findNamedGroups(entry, groups ?? []);
    return <GroupMembersName entry={entry} group={others.length === 0 ? group : null} />;
  }
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

/** True if the directory lists the address, false if it does not, null if this is not known. */
function useIsListed(entry: string): boolean | null {
  const cache = useQueryClient();
  const isSuggested = isEmail(entry) && findCachedEmails(cache, entry)?.includes(entry) === true;
  const { data = null } = useQuery({ ...emailListingQuery(entry), enabled: isEmail(entry) && !isSuggested });
  return isSuggested || data;
}
