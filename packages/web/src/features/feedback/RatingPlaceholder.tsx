import classes from "./RatingPlaceholder.module.css";

/** Takes the space of the buttons that rate an answer until they are loaded, so that the other buttons do not move. */
export function RatingPlaceholder({ buttonClass }: { buttonClass: string | undefined }) {
  return (
    <span className={classes.placeholder} aria-hidden>
      <span className={buttonClass} />
      <span className={buttonClass} />
    </span>
  );
}
