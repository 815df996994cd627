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

/** Says that a reply could not be saved after its highlight was closed. The notice stays. */
export function offerUnsavedReply(highlightId: string, reopen: () => void): void {
  notifyActionable(`unsavedReply:${highlightId}`, t`The new text isn’t saved yet.`, { label: t`Show it`, run: reopen });
}
