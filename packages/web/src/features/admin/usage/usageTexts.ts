import type { UsageDimension, UsageGrouping, UsageRow, UsageValue } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

/** What a table of usage counts by. */
export function getGroupingName(by: UsageGrouping): string {
  const names: Record<UsageGrouping, string> = {
    model: t`Model`,
    person: t`Person`,
    account: t`Account`,
    group: t`Group`,
    assistant: t`Assistant`,
    key: t`API key`,
    day: t`Day`,
    month: t`Month`,
  };
  return names[by];
}

/** The name of a row. `id` is a day or a month for a time. */
export function describeUsageValue(by: UsageGrouping, { id, kind, name, email }: UsageValue): string {
  const shortId = id.slice(0, 8);
  switch (kind) {
    case "none":
      return describeNone(by);
    case "period":
      return formatPeriod(id);
    case "model":
    case "account":
    case "assistant":
    case "service":
      return name ?? id;
    case "group":
      return name ?? t`Group ${shortId}`;
    case "personalAssistant":
      return email === null ? t`Personal assistant of an erased person` : t`Personal assistant of ${email}`;
    case "deleted":
      return t`Deleted assistants`;
    case "key":
      return name ?? t`API key ${shortId}`;
    case "person":
      return email ?? name ?? id;
    case "erased":
      return t`Erased person`;
    default:
      return kind satisfies never;
  }
}

function describeNone(by: UsageGrouping): string {
  switch (by) {
    case "group":
      return t`No group`;
    case "assistant":
      return t`No assistant`;
    case "key":
      return t`No API key`;
    default:
      return t`Not recorded`;
  }
}

/** Further words about a row, such as the name of a person whose address is shown. */
export const describeUsageDetail = ({ kind, name, email }: UsageRow): string | null =>
  kind === "person" && email !== null && name !== null && name !== email ? name : null;

/** A filter with its value, such as `Model: Large`. */
export function describeFilter(dimension: UsageDimension, value: UsageValue): string {
  const dimensionName = getGroupingName(dimension);
  const valueName = describeUsageValue(dimension, value);
  return t`${dimensionName}: ${valueName}`;
}

/** Formats a day or a month that is written as `yyyy-mm-dd` or `yyyy-mm`. */
function formatPeriod(id: string): string {
  return id.length > 7
    ? formatDate(new Date(`${id}T00:00`), { dateStyle: "medium" })
    : formatDate(new Date(`${id}-01T00:00`), { month: "long", year: "numeric" });
}
