import classes from "./ProgressBar.module.css";

interface ProgressBarProps {
  label: string;
  value: number;
  /** Greater than 0. */
  max: number;
}

/** A bar that shows how much of an amount is done or used. */
export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress className={classes.bar} aria-label={label} value={Math.min(value, max)} max={max} />
);
