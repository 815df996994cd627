import { limits, type Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { searchFacts } from "../../entities/memory/foundFacts.ts";
import { notifyRefusal } from "../../ui/notices/notify.tsx";

/** Searches what the person has typed in a message for facts, which the composer of its conversation then shows. */
export function findFacts({ content, label = content }: Message, conversationId: string | null): void {
  if (conversationId === null) return;
  if (label.length > limits.memoryInputLength) notifyRefusal(t`This message is too long to be searched for facts.`);
  else void searchFacts(conversationId, label);
}
