import classes from "./Progress.module.css";

interface ProgressProps {
  label: string;
  note: string | null;
  /** 0 to 1; null: it cannot be told how far it is. */
  share: number | null;
}

/** Something that takes a while, and how far it is. */
export function Progress({ label, note, share }: ProgressProps) {
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
        {...(share === null ? {} : { "aria-valuenow": Math.round(share * 100) })}
        className={share === null ? `${classes.track} ${classes.unknown}` : classes.track}
      >
        <div className={classes.bar} {...(share === null ? {} : { style: { width: `${share * 100}%` } })} />
      </div>
      <p className={classes.note}>{note ?? "\u00a0"}</p>
    </div>
  );
}
