import { t } from "@lingui/core/macro";
import { IconMessageCircle } from "@tabler/icons-react";
import classes from "./StarterList.module.css";

interface StarterListProps {
  starters: readonly string[];
  isDisabled?: boolean;
  onChoose: (starter: string) => void;
}

/** The questions that the author of an assistant suggests. */
export function StarterList({ starters, isDisabled = false, onChoose }: StarterListProps) {
  if (starters.length === 0) return null;
  return (
    <ul className={classes.starters} aria-label={t`Ways to start`}>
      {starters.map((starter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two starters may be equal.
        <li key={index}>
          <button type="button" className={classes.starter} disabled={isDisabled} onClick={() => onChoose(starter)}>
            <IconMessageCircle size={16} stroke={1.6} aria-hidden className={classes.icon} />
            <span dir="auto">{starter}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
