import { plural, t } from "@lingui/core/macro";
import { notifyActionable, notifyUndoable } from "../../ui/notices/notify.tsx";

/** Says that a reply that was not saved is no longer shown, and offers to show it again. */
export function offerDiscardedReply(highlightId: string, reopen: () => void): void {
  notifyUndoable({
    kind: "discardReply",
    ids: [highlightId],
    // Only one can be shown again.
    maxJoined: 1,
    describe: (count) => plural(count, { one: "The new text was discarded.", other: "# new texts were discarded." }),
    async undo() {
      reopen();
    },
  });
}

/** The id of the notice about a reply that could not be saved after its highlight was closed. */
export const getUnsavedNoticeId = ({ id }: { id: string }) => `unsavedReply:${id}`;

/**
 * Says that a reply could not be saved after its highlight was closed. The notice stays; a person who dismisses it
 * discards the reply.
 */
export function offerUnsavedReply(
  highlight: { id: string },
  { reopen, discard }: Record<"reopen" | "discard", () => void>,
): void {
  notifyActionable(
    getUnsavedNoticeId(highlight),
    t`The new text isn’t saved yet.`,
    { label: t`Show it`, run: reopen },
    { onClose: discard },
  );
}
