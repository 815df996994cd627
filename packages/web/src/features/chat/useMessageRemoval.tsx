import { type Message, threadOf, withoutMessage } from "@lectern/contract";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { notifyFailure, notifyUndoable } from "../../ui/notify.tsx";
import type { ChatThreadProps } from "./ChatThread.tsx";

interface MessageRemoval {
  remove: (message: Message) => void;
  dialog: ReactNode;
}

/** Deleting a message: what is more than itself is asked for, and all of it can be undone for a while. */
export function useMessageRemoval(
  { conversation, messageStore }: ChatThreadProps,
  focusMessage: (messageId: string) => void,
): MessageRemoval {
  const [asked, setAsked] = useState<{ message: Message; count: number; isOpen: boolean } | null>(null);
  const close = () => setAsked((latest) => latest && { ...latest, isOpen: false });

  const remove = async (message: Message, count: number) => {
    const thread = threadOf(conversation.messages, conversation.headId);
    const index = thread.findIndex(({ id }) => id === message.id);
    const neighbour = thread[index - 1] ?? thread[index + 1];
    try {
      const undo = await messageStore.removeMessage(conversation.id, message.id);
      notifyUndoable(count === 1 ? "The message was deleted." : `${count} messages were deleted.`, undo);
      // The focus was on what is gone.
      if (neighbour) focusMessage(neighbour.id);
    } catch (error) {
      notifyFailure(error);
    }
  };
  return {
    remove: (message) => {
      const count = conversation.messages.length - withoutMessage(conversation, message.id).messages.length;
      if (count > 1) setAsked({ message, count, isOpen: true });
      else void remove(message, count);
    },
    dialog: asked && (
      <ConfirmDialog
        isOpen={asked.isOpen}
        title="Delete this version?"
        message={questionOf(asked.count - 1)}
        confirmLabel="Delete"
        isDestructive
        onConfirm={() => {
          close();
          void remove(asked.message, asked.count);
        }}
        onCancel={close}
      />
    ),
  };
}

function questionOf(following: number): string {
  const others = following === 1 ? "The message that follows it goes" : `The ${following} messages that follow it go`;
  return `${others} with it. The other versions of the message stay.`;
}
