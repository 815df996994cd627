import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import fieldClasses from "../fields.module.css";
import classes from "./DayRange.module.css";

interface DayRangeProps {
  /** `yyyy-mm-dd`; empty: no bound. */
  firstDay: string;
  lastDay: string;
  onFirstDay: (day: string) => void;
  onLastDay: (day: string) => void;
}

/** Two fields for the first and the last day of a period, which say so if the last one is before the first one. */
export function DayRange({ firstDay, lastDay, onFirstDay, onLastDay }: DayRangeProps) {
  const isReversed = firstDay !== "" && lastDay !== "" && lastDay < firstDay;
  return (
    <div className={classes.days}>
      <TextInput
        type="date"
        aria-label={t`First day`}
        classNames={{ input: fieldClasses.input ?? "" }}
        value={firstDay}
        max={lastDay || undefined}
        onChange={({ currentTarget }) => onFirstDay(currentTarget.value)}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={t`Last day`}
        classNames={{ input: fieldClasses.input ?? "" }}
        value={lastDay}
        min={firstDay || undefined}
        error={isReversed && t`The last day is before the first one.`}
        onChange={({ currentTarget }) => onLastDay(currentTarget.value)}
      />
    </div>
  );
}
