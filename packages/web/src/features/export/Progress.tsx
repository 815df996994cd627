import classes from "./Progress.module.css";

interface ProgressProps {
  label: string;
  note: string | null;
  /** The completed fraction, from 0 to 1; null if it is unknown. */
  fraction: number | null;
}

/** A progress bar with a label and a note. */
export function Progress({ label, note, fraction }: ProgressProps) {
  return (
    <div className={classes.root}>
      <p className={classes.label} role="status">
        {label}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(fraction === null ? {} : { "aria-valuenow": Math.round(fraction * 100) })}
        className={fraction === null ? `${classes.track} ${classes.unknown}` : classes.track}
      >
        <div className={classes.bar} {...(fraction === null ? {} : { style: { width: `${fraction * 100}%` } })} />
      </div>
      <p className={classes.note}>{note ?? "\u00a0"}</p>
    </div>
  );
}
