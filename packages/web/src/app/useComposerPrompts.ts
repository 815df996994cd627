import type { PromptTemplate } from "@lectern/contract";
import { lazy, useImperativeHandle, useMemo } from "react";
import type { ComposerPrompts } from "../entities/chat/slots/composerPrompts.ts";
import type { SlashListProps } from "../entities/chat/slots/slashList.ts";
import { fillPrompt } from "../entities/prompts/promptFilling.ts";
import { moveDocuments } from "../features/files/attach/loadAttaching.ts";
import { notifyFailure } from "../ui/notices/notify.tsx";

const SlashList = lazy(() =>
  import("../features/prompts/slash/SlashList.tsx").then(
    ({ SlashList }) => ({ default: SlashList }),
    () => ({ default: NoSlashList }),
  ),
);

/** Where the list cannot be loaded a slash is a slash, and the message can be sent. */
function NoSlashList({ handleRef }: SlashListProps<PromptTemplate>) {
  useImperativeHandle(handleRef, () => ({ press: () => false }));
  return null;
}

/** What the prompt store's prompts lend to the message field. */
export function useComposerPrompts(userId: string, draftKey: string): ComposerPrompts {
  return useMemo(
    () => ({
      SlashList,
      async fill(prompt) {
        const filled = await fillPrompt({ prompt, purpose: "insert" }).catch(notifyFailure);
        for (const key of filled?.documentKeys ?? []) moveDocuments(userId, key, draftKey);
        filled?.forget();
        return filled?.said ?? null;
      },
    }),
    [userId, draftKey],
  );
}
