import { explainFileText } from "../../entities/files/fileMessages.ts";
import classes from "./FailureReason.module.css";

/** Why a document failed. Where the prescribed sentence is not plain, a plain one stands before it. */
export function FailureReason({ reason }: { reason: string }) {
  const explanation = explainFileText(reason);
  if (explanation === null) return reason;
  return (
    <>
      <span className={classes.explanation}>{explanation}</span> <span className={classes.prescribed}>{reason}</span>
    </>
  );
}
