import { formatAnswer } from "@lectern/contract";
import type { RunStep } from "../../core/context.ts";
import { titleStoredConversation } from "./service.ts";

/** Gives a cloud conversation its title after the first answer, and the fallback title if that answer is empty. */
export const titleStep: RunStep = {
  name: "title",
  begin: ({ platform, actor, turn }) => ({
    async afterEnd({ answer, history, isUntitled }) {
      if (!turn.cloudIds || history?.length !== 1) return;
      const content = formatAnswer(answer);
      const knownMessages = isUntitled ? [...history, { role: "assistant", content }] : undefined;
      await titleStoredConversation(platform, actor, turn.cloudIds.conversationId, knownMessages);
    },
  }),
};
