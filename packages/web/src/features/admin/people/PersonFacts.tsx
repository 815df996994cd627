import { formatDollars, type GroupOfPerson } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { getFormatLocale } from "../../../lib/i18n/i18n.ts";
import adminClasses from "../Admin.module.css";
import classes from "./People.module.css";
import type { PersonDetails } from "./peopleQueries.ts";
import { formatTime, getLevelName, getSourceText } from "./peopleTexts.ts";

/** Figures about a person, and the groups. A line more, such as the number of API keys, is an entry of `listFacts`. */
export function PersonFacts({ details }: { details: PersonDetails }) {
  const { groups, groupCount } = details;
  const unlisted = formatNumber(groupCount - groups.length);
  return (
    <>
      <dl className={classes.facts}>
        {listFacts(details).map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="person-groups">
        <h4 id="person-groups" className={adminClasses.heading}>
          {groupCount === 0 ? t`No groups` : plural(groupCount, { one: "# group", other: "# groups" })}
        </h4>
        <ul className={classes.items}>
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may have the same name, and the list never changes
            <li key={index}>
              {group.name} <span className={classes.dim}>{describeMembership(group)}</span>
            </li>
          ))}
        </ul>
        {groupCount > groups.length && <p className={adminClasses.note}>{t`and ${unlisted} more`}</p>}
      </section>
    </>
  );
}

function describeMembership({ level, isOnlyAdministrator }: GroupOfPerson): string {
  return isOnlyAdministrator ? t`The only administrator` : getLevelName(level);
}

function listFacts({ person, createdAt, lastSignInAt, storage, usageThisMonth }: PersonDetails): [string, string][] {
  const { email, isEmailVerified, administratorSource, blockedAt, lastSeenAt } = person;
  const { files, conversations } = storage;
  const fileBytes = formatBytes(files.bytes);
  const chatBytes = formatBytes(conversations.bytes);
  const storedFiles = plural(files.count, { one: "# file", other: "# files" });
  const storedChats = plural(conversations.count, { one: "# chat", other: "# chats" });
  const cost = formatDollars(usageThisMonth.cost, getFormatLocale());
  const answers = plural(usageThisMonth.answers, { one: "# answer", other: "# answers" });
  const tokens = plural(usageThisMonth.inputTokens + usageThisMonth.outputTokens, {
    one: "# token",
    other: "# tokens",
  });
  return [
    [t`Email address`, isEmailVerified ? email : `${email} (${t`not verified`})`],
    ...(administratorSource ? [[t`Rights`, getSourceText(administratorSource)] as [string, string]] : []),
    ...(blockedAt ? [[t`Blocked since`, formatTime(blockedAt)] as [string, string]] : []),
    [t`Last sign-in`, lastSignInAt ? formatTime(lastSignInAt) : t({ message: "Unknown", context: "time" })],
    [t`Last seen`, formatTime(lastSeenAt)],
    [t`First sign-in`, formatTime(createdAt)],
    [t`Storage`, `${storedFiles} (${fileBytes}), ${storedChats} (${chatBytes})`],
    [t`This month`, [cost, answers, tokens].join(" · ")],
  ];
}
