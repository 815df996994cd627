import type { AdministeredPerson } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import classes from "./People.module.css";
import { formatTime } from "./peopleTexts.ts";

/** A person of the list, who is opened by a click anywhere in the row. */
export function PersonRow({ person, onOpen }: { person: AdministeredPerson; onOpen: () => void }) {
  const { name, email, isEmailVerified, activeSessionCount: count, lastSeenAt } = person;
  const time = formatTime(lastSeenAt);
  const title = name || email;
  // Sign-in takes the address for the name of somebody who has none.
  const notes = [
    ...(title.toLowerCase() === email.toLowerCase() ? [] : [email]),
    ...(isEmailVerified ? [] : [t`not verified`]),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.person}>
        <UnstyledButton className={classes.open ?? ""} onClick={onOpen}>
          {title}
        </UnstyledButton>
        {notes.length > 0 && <span className={classes.dim}>{notes.join(" · ")}</span>}
      </span>
      <span className={classes.person}>
        <time dateTime={lastSeenAt} className={classes.dim}>{t`Last seen ${time}`}</time>
        <span className={classes.dim}>
          {count === 0 ? t`No session` : plural(count, { one: "# session", other: "# sessions" })}
        </span>
      </span>
      <span className={classes.person}>
        {person.blockedAt !== null && (
          <span className={classes.blocked}>{t({ message: "Blocked", context: "person" })}</span>
        )}
        {person.administratorSource !== null && <span className={classes.dim}>{t`Administrator`}</span>}
      </span>
    </li>
  );
}
