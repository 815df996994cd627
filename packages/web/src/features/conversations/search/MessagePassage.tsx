import type { MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import classes from "./MessagePassage.module.css";
import { splitAtMarks } from "./splitAtMarks.ts";

/** The passage of a message that matches the search, with the matching words highlighted. */
export function MessagePassage({ hit }: { hit: MessageHit }) {
  return (
    <>
      {hit.role === "user" && (
        <span className={classes.who}>
          {t({ message: "You:", comment: "before a passage of the person's own message" })}{" "}
        </span>
      )}
      {splitAtMarks(hit.passage, hit.marks).map(({ from, text, isMarked }) =>
        isMarked ? (
          <mark key={from} className={classes.mark}>
            {text}
          </mark>
        ) : (
          <span key={from}>{text}</span>
        ),
      )}
    </>
  );
}
