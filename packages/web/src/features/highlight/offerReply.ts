import { plural, t } from "@lingui/core/macro";
import { notifyActionable, notifyUndoable } from "../../ui/notices/notify.tsx";
import type { Highlight, PendingReply } from "./highlightStore.ts";

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
export const getUnsavedNoticeId = ({ id }: Highlight) => `unsavedReply:${id}`;

/**
 * Says that a reply could not be saved after its highlight was closed. The notice stays; a person who dismisses it
 * discards the reply.
 */
export function offerUnsavedReply(
  reply: PendingReply,
  { reopen, discard }: Record<"reopen" | "discard", (reply: PendingReply) => void>,
): void {
  notifyActionable(
    getUnsavedNoticeId(reply.highlight),
    t`The new text isn’t saved yet.`,
    { label: t`Show it`, run: () => reopen(reply) },
    { onClose: () => discard(reply) },
  );
}
