import { plural, t } from "@lingui/core/macro";
import { describeItems } from "../describeItems.ts";
import { SkippedList } from "../SkippedList.tsx";
import type { ImportOutcome } from "./applyImport.ts";
import { describeLeftOut } from "./describeLeftOut.ts";
import classes from "./ImportDialog.module.css";

/** Says what was imported, what was not, and why. */
export function ImportResult({ outcome }: { outcome: ImportOutcome }) {
  const { existing, skipped, leftOut, isFull, isCancelled } = outcome;
  const items = describeItems(outcome);
  const sentences = [
    items === "" ? t`Nothing was imported.` : t`Imported ${items}.`,
    existing > 0 &&
      plural(existing, {
        one: "# item already existed and stayed unchanged.",
        other: "# items already existed and stayed unchanged.",
      }),
    isFull && t`This browser has no space for more. Delete chats you no longer need, then import the file again.`,
    isCancelled && t`You cancelled the import before it finished. Import the file again to get the rest.`,
  ];
  const leftOutText = describeLeftOut(leftOut);
  return (
    <>
      <p className={classes.text} role="status">
        {sentences.filter((sentence) => sentence !== false).join(" ")}
      </p>
      {skipped.length > 0 && (
        <>
          <p className={classes.note}>{t`Skipped or incomplete:`}</p>
          <SkippedList skipped={skipped} />
        </>
      )}
      {leftOutText && <p className={classes.note}>{leftOutText}</p>}
    </>
  );
}
