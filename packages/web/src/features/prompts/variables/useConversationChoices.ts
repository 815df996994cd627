import { useEffect, useState } from "react";

interface ConversationChoices {
  status: "loading" | "ready" | "failed";
  choices: readonly { id: string; name: string }[];
}

/** The conversations that can be chosen, read once. */
export function useConversationChoices(
  list: () => Promise<readonly { id: string; name: string }[]>,
): ConversationChoices {
  const [state, setState] = useState<ConversationChoices>({ status: "loading", choices: [] });
  useEffect(() => {
    let isGone = false;
    list().then(
      (choices) => isGone || setState({ status: "ready", choices }),
      () => isGone || setState({ status: "failed", choices: [] }),
    );
    return () => {
      isGone = true;
    };
  }, [list]);
  return state;
}
