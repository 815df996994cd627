import { plural, t } from "@lingui/core/macro";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { describeItems } from "../../../entities/exports/describeItems.ts";
import { SkippedList } from "../SkippedList.tsx";
import { findNewItems, type ImportTarget } from "./applyImport.ts";
import { describeLeftOut } from "./describeLeftOut.ts";
import classes from "./ImportDialog.module.css";
import { ImportPlaceChoice } from "./ImportPlaceChoice.tsx";
import type { ImportKind } from "./importTypes.ts";
import type { OpenImport } from "./openImport.ts";

interface ImportPreviewProps {
  /** The name of the file; null: what was shared has none. */
  name: string | null;
  open: OpenImport;
  target: ImportTarget;
  /** Where imported chats are stored; null: in this browser, because the person may not use the cloud. */
  place: StoragePlace | null;
  onChoosePlace: (place: StoragePlace) => void;
}

/** Says what a file contains and what of it will be imported. */
export function ImportPreview({ name, open, target, place, onChoosePlace }: ImportPreviewProps) {
  const { preview } = open;
  const newItems = findNewItems(open, target);
  const counts = {
    conversations: preview.conversations.length,
    folders: preview.folders.length,
    prompts: preview.prompts.length,
  };
  const total = counts.conversations + counts.folders + counts.prompts;
  const existingCount = total - newItems.conversations.length - newItems.folders.length - newItems.prompts.length;
  const leftOutText = describeLeftOut(preview.leftOut);
  return (
    <>
      {name !== null && <p className={classes.file}>{describeOrigin(name, preview.kind)}</p>}
      <p className={classes.text} role="status">
        {total === 0 ? t`This file contains nothing to import.` : `${describeItems(counts)}.`}{" "}
        {existingCount > 0 && describeExisting(existingCount, total)}
      </p>
      {newItems.conversations.length > 0 &&
        (place === null ? (
          <p className={classes.note}>{t`Imported chats are stored in this browser.`}</p>
        ) : (
          <ImportPlaceChoice place={place} onChoose={onChoosePlace} />
        ))}
      {preview.skipped.length > 0 && (
        <>
          <p className={classes.note}>
            {plural(preview.skipped.length, {
              one: "# item in the file couldn’t be read completely:",
              other: "# items in the file couldn’t be read completely:",
            })}
          </p>
          <SkippedList skipped={preview.skipped} />
        </>
      )}
      {leftOutText && <p className={classes.note}>{leftOutText}</p>}
    </>
  );
}

function describeOrigin(fileName: string, kind: ImportKind): string {
  switch (kind) {
    case "workspace":
      return fileName;
    case "chatGpt":
      return t`${fileName} from ChatGPT`;
    case "claude":
      return t`${fileName} from Claude`;
    default:
      return kind satisfies never;
  }
}

function describeExisting(existingCount: number, total: number): string {
  if (existingCount === total) {
    return plural(total, {
      one: "It already exists here and stays unchanged.",
      other: "All of them already exist here and stay unchanged.",
    });
  }
  return plural(existingCount, {
    one: "# of them already exists here and stays unchanged.",
    other: "# of them already exist here and stay unchanged.",
  });
}
