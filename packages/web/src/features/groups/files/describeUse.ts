import type { FileUse } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";

/** Says which assistants use a file of a group. */
export function describeUse(uses: readonly FileUse[]): string {
  if (uses.length === 0) return t`No assistant uses it`;
  const presentUses = uses.filter(({ isEarlier }) => !isEarlier);
  const list = listNames((presentUses.length > 0 ? presentUses : uses).map(({ name }) => name));
  return presentUses.length > 0 ? t`Used by ${list}` : t`Used by an earlier version of ${list}`;
}

/** Says why a file that assistants use cannot be deleted. */
export function describeObstacle(fileName: string, uses: readonly FileUse[]): string {
  const presentUses = uses.filter(({ isEarlier }) => !isEarlier);
  const list = listNames(
    presentUses.map(({ name }) => name),
    quoteName,
  );
  const reason =
    presentUses.length > 0
      ? t`Remove it from ${list} first`
      : t`It can be deleted once the earlier version is no longer kept`;
  return t`Delete ${fileName}: ${reason}`;
}
