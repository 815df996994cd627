import { t } from "@lingui/core/macro";
import { StarterList } from "../page/StarterList.tsx";
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
      <p>{t`Ask a typical question. Nothing here is saved.`}</p>
      <StarterList starters={starters} isDisabled={isBlocked} onChoose={onChoose} />
    </div>
  );
}
