import { type ApiKey, type EditableRateLimit, formatDollars, type KeyScope } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatDayAndTime } from "../../entities/files/formatDay.ts";
import { formatDate } from "../../lib/i18n/formats.ts";
import { getFormatLocale } from "../../lib/i18n/i18n.ts";

/** What an access type opens. */
export function getAccessText(scope: KeyScope): { name: string; description: string } {
  switch (scope) {
    case "full_access":
      return {
        name: t`Full access`,
        description: t`Everything below, and your cloud chats, settings and other data that keys may use.`,
      };
    case "assistants":
      return { name: t`Assistants`, description: t`List, create, change and delete assistants, and ask them.` };
    case "chat":
      return { name: t`Chat`, description: t`Ask models and list them.` };
    case "file_upload":
      return { name: t`Files`, description: t`Upload, read, tag and delete files, and ask about them.` };
    case "share":
      return { name: t`Sharing`, description: t`Share assistants with people, and withdraw them.` };
    case "dual_embedding":
      return {
        name: t`Search in documents`,
        description: t`Find passages in files and compute embeddings, without an answer of a model.`,
      };
    default:
      return scope satisfies never;
  }
}

/** On whose behalf the key acts, for the person with this address. */
export function describeKind({ kind, owner, delegate, group }: ApiKey, ownEmail: string): string {
  if (group) {
    const { name } = group;
    return t`For the group ${name}`;
  }
  const ownerName = owner || t`somebody who is no longer here`;
  switch (kind) {
    case "personal":
      return t`For you`;
    case "delegate":
      return describeDelegation(delegate ?? "", ownerName, ownEmail);
    case "system":
      return t`For a system`;
    default:
      return kind satisfies never;
  }
}

const describeDelegation = (delegate: string, owner: string, ownEmail: string): string =>
  delegate.toLowerCase() === ownEmail.toLowerCase() ? t`For you, from ${owner}` : t`On behalf of ${delegate}`;

export function describeState({ active, inactiveReason }: Pick<ApiKey, "active" | "inactiveReason">): string {
  if (active) return t({ message: "Active", context: "API key" });
  switch (inactiveReason) {
    case "leaked":
      return t`Inactive: reported as leaked`;
    case "expired":
      return t`Inactive: expired`;
    case "replaced":
      return t`Inactive: replaced`;
    case "deactivated":
    case null:
      return t`Inactive: deactivated`;
    default:
      return inactiveReason satisfies never;
  }
}

/** What the key's calls of this month used. */
export function describeUsage({ calls, cost }: ApiKey["usage"]): string {
  const callText = plural(calls, { one: "# call", other: "# calls" });
  const amount = formatDollars(cost, getFormatLocale());
  return t`${callText}, ${amount} this month`;
}

export function describeLastUse(lastAccessed: string | null): string {
  if (lastAccessed === null) return t`Never used`;
  const time = formatDayAndTime(lastAccessed);
  return t`Last used ${time}`;
}

/** The calendar day is the same in every time zone. */
const formatCalendarDay = (day: string): string => formatDate(new Date(`${day}T12:00`), { dateStyle: "medium" });

export function describeExpiration(expirationDate: string | null): string {
  if (expirationDate === null) return t`Doesn’t expire`;
  const day = formatCalendarDay(expirationDate);
  return t`Valid until ${day}`;
}

export function describeLimit({ period, rate }: EditableRateLimit): string {
  const amount = formatDollars(Number(rate), getFormatLocale());
  switch (period) {
    case "Unlimited":
      return t`Unlimited`;
    case "Monthly":
      return t`${amount} a month`;
    case "Daily":
      return t`${amount} a day`;
    case "Hourly":
      return t`${amount} an hour`;
    default:
      return period satisfies never;
  }
}
