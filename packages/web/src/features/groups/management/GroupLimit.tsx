import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { describeGroupLimit } from "../../../entities/groups/describeGroupLimit.ts";
import classes from "./GroupManagement.module.css";

/** What the chats with the group’s assistants may cost together, which site administrators decide; nothing without a limit. */
export function GroupLimit({ group: { rateLimit } }: { group: Group }) {
  if (!rateLimit || rateLimit.period === "Unlimited") return null;
  const limit = describeGroupLimit(rateLimit);
  return (
    <section className={classes.section} aria-labelledby="group-limit">
      <h3 id="group-limit" className={classes.heading}>
        {t`Limit`}
      </h3>
      <p className={classes.note}>
        {t`Chats with the assistants of this group may cost ${limit} together. Administrators of this site decide this.`}
      </p>
    </section>
  );
}
