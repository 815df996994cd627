import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCloudUp } from "@tabler/icons-react";
import { describeItems } from "../../../entities/exports/describeItems.ts";
import { SkippedList } from "../SkippedList.tsx";
import type { ImportOutcome } from "./applyImport.ts";
import { describeLeftOut } from "./describeLeftOut.ts";
import classes from "./ImportDialog.module.css";

interface ImportResultProps {
  outcome: ImportOutcome;
  /** Moves the conversations that could not be stored in the cloud there. */
  onMove: () => void;
}

/** Says what was imported, what was not, and why. */
export function ImportResult({ outcome, onMove }: ImportResultProps) {
  const { conversationIds, unmoved, existing, skipped, leftOut, isFull, isUnreachable, isCancelled } = outcome;
  const items = describeItems({ ...outcome, conversations: conversationIds.length });
  const sentences = [
    items === "" ? t`Nothing was imported.` : t`Imported ${items}.`,
    existing > 0 &&
      plural(existing, {
        one: "# item already existed and stayed unchanged.",
        other: "# items already existed and stayed unchanged.",
      }),
    isUnreachable && t`The import stopped because the cloud couldn’t be reached. Import again to get the rest.`,
    isFull && t`This browser has no space for more. Delete chats you no longer need, then import again.`,
    isCancelled && t`You cancelled the import before it finished. Import again to get the rest.`,
  ];
  const leftOutText = describeLeftOut(leftOut);
  return (
    <>
      <p className={classes.text} role="status">
        {sentences.filter((sentence) => sentence !== false).join(" ")}
      </p>
      {unmoved.ids.length > 0 && <Unmoved count={unmoved.ids.length} reason={unmoved.reason} onMove={onMove} />}
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

/** Says that chats are not in the cloud, as was chosen, and offers to move them there. */
function Unmoved({ count, reason, onMove }: { count: number; reason: string | null; onMove: () => void }) {
  return (
    <>
      <p className={classes.problem} role="alert">
        {plural(count, {
          one: "# of these chats is still in this browser, not in the cloud.",
          other: "# of these chats are still in this browser, not in the cloud.",
        })}{" "}
        {reason}
      </p>
      <Button variant="default" size="xs" leftSection={<IconCloudUp size={16} aria-hidden />} onClick={onMove}>
        {t`Move to the cloud`}
      </Button>
    </>
  );
}
