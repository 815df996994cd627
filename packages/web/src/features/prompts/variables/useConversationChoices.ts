import { useEffect, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";

interface ConversationChoices {
  status: "loading" | "ready" | "failed";
  choices: readonly { id: string; name: string }[];
}

/** Loads the person's conversations once, most recently changed first. */
export function useConversationChoices(): ConversationChoices {
  const { store } = useConversationStore();
  const [state, setState] = useState<ConversationChoices>({ status: "loading", choices: [] });
  useEffect(() => {
    let isUnmounted = false;
    store.list().then(
      (summaries) => {
        if (isUnmounted) return;
        const choices = summaries
          .filter(({ isDraft }) => !isDraft)
          .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
        setState({ status: "ready", choices });
      },
      () => isUnmounted || setState({ status: "failed", choices: [] }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [store]);
  return state;
}
