import { plural, t } from "@lingui/core/macro";
import classes from "./SkippedList.module.css";

interface SkippedListProps {
  skipped: readonly { name: string; reason: string }[];
}

const maxShown = 200;

/** Lists the skipped items and why each was skipped. */
export function SkippedList({ skipped }: SkippedListProps) {
  const remainingCount = skipped.length - maxShown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and contains nothing focusable
    <ul className={classes.list} aria-label={t`Skipped`} tabIndex={0}>
      {skipped.slice(0, maxShown).map(({ name, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order
        <li key={index}>
          <strong dir="auto">{name}</strong> {reason}
        </li>
      ))}
      {remainingCount > 0 && <li>{plural(remainingCount, { one: "… and # more", other: "… and # more" })}</li>}
    </ul>
  );
}
