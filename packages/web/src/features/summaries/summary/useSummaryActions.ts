import { getBranch, type MessageSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { notifyFailure, notifyUndoable } from "../../../ui/notices/notify.tsx";
import type { ShownSummary } from "./useShownSummary.ts";

/** What a person can do with a summary. Each can be undone. Resolves to false after a notice if it failed. */
export interface SummaryActions {
  edit(text: string): Promise<boolean>;
  /** `isOff`: the messages are sent as they are. */
  switchOff(isOff: boolean): Promise<boolean>;
  remove(): Promise<boolean>;
}

export function useSummaryActions({ conversation, message, summary }: ShownSummary): SummaryActions {
  const { store } = useConversationStore();
  const { id, messages, headId } = conversation;
  const set = (messageId: string, value: unknown) =>
    store.changeMessageData(id, messageId, ({ summary: _, ...data }) =>
      value === undefined ? data : { ...data, summary: value },
    );

  async function change(description: string, apply: () => Promise<void>, undo: () => Promise<void>): Promise<boolean> {
    try {
      await apply();
    } catch (error) {
      notifyFailure(error);
      return false;
    }
    // Of another kind than the change before it, so that Undo takes back only this one.
    const kind = `summary:${id}:${crypto.randomUUID()}`;
    notifyUndoable({ kind, group: `summary:${id}`, ids: [message.id], describe: () => description, undo });
    return true;
  }

  const replace = (description: string, changed: MessageSummary) =>
    change(
      description,
      () => set(message.id, changed),
      () => set(message.id, summary),
    );

  return {
    edit: (text) => replace(t`The summary was changed.`, { ...summary, text, isEdited: true }),
    switchOff: (isOff) =>
      replace(isOff ? t`The earlier messages are sent as they are.` : t`The summary is used again.`, {
        ...summary,
        isOff,
      }),
    remove() {
      // Earlier ones, which this one continues, would take its place.
      const summarized = getBranch(messages, headId).filter(({ data }) => data.summary !== undefined);
      return change(
        t`The summary was deleted.`,
        async () => {
          for (const { id: messageId } of summarized) await set(messageId, undefined);
        },
        async () => {
          for (const { id: messageId, data } of summarized) await set(messageId, data.summary);
        },
      );
    },
  };
}
