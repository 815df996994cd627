import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import classes from "./Trial.module.css";

interface EmptyTrialProps {
  starters: readonly string[];
  isBlocked: boolean;
  onChoose: (starter: string) => void;
}

/** What a trial is for, and the conversation starters of the draft. */
export function EmptyTrial({ starters, isBlocked, onChoose }: EmptyTrialProps) {
  return (
    <div className={classes.empty}>
      <p>{t`Ask what your students would ask. Nothing here is saved.`}</p>
      {starters.map((starter, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: two starters may be equal
          key={index}
          variant="default"
          size="compact-sm"
          className={classes.starter ?? ""}
          leftSection={<IconMessageCircle size={16} aria-hidden />}
          disabled={isBlocked}
          onClick={() => onChoose(starter)}
        >
          {starter}
        </Button>
      ))}
    </div>
  );
}
