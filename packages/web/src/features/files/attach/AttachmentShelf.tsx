import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { getUploads } from "../../../entities/files/upload/getUploads.ts";
import fadeClasses from "../../../ui/scrollFade.module.css";
import { AttachmentChip } from "./AttachmentChip.tsx";
import classes from "./AttachmentShelf.module.css";
import { RefusedFiles } from "./RefusedFiles.tsx";

interface AttachmentShelfProps {
  userId: string;
  draftKey: string;
  lastSentKeys: ReadonlySet<string>;
}

const noAttachments: readonly never[] = [];

/** The documents of the draft, shown above the text field. */
export function AttachmentShelf({ userId, draftKey, lastSentKeys }: AttachmentShelfProps) {
  const uploads = getUploads(userId);
  const attachments = useStore(uploads, ({ byDraft }) => byDraft[draftKey] ?? noAttachments);
  const announcement = useStore(uploads, (state) => state.announcement);
  useEffect(() => uploads.restore(draftKey, lastSentKeys), [uploads, draftKey, lastSentKeys]);
  useEffect(() => uploads.markShown(draftKey), [uploads, draftKey]);
  const listRef = useRef<HTMLUListElement>(null);
  const count = attachments.length;
  const lastCountRef = useRef(count);
  useEffect(() => {
    // Scroll a new document into view if there are more than the shelf shows.
    if (count > lastCountRef.current) {
      listRef.current?.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    lastCountRef.current = count;
  }, [count]);
  return (
    <>
      {count > 0 && (
        <ul
          ref={listRef}
          className={`${classes.shelf} ${fadeClasses.fadingBelow}`}
          aria-label={t`Attached documents`}
          data-attachments
        >
          {attachments.map((attachment) => (
            <AttachmentChip
              key={attachment.id}
              attachment={attachment}
              onRemove={() => uploads.remove(attachment.id)}
              onRetry={() => uploads.retry(attachment.id)}
            />
          ))}
        </ul>
      )}
      <RefusedFiles draftKey={draftKey} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
