import classes from "./markdown.module.css";

/** The end of the shown part of a long answer: a button that shows the rest. */
export function Fold({ hiddenCharacters, onUnfold }: { hiddenCharacters: number; onUnfold: () => void }) {
  return (
    <button type="button" className={classes.fold} onClick={onUnfold}>
      Show the rest ({hiddenCharacters.toLocaleString("en-US")} characters)
    </button>
  );
}
