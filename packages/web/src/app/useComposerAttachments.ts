import type { Conversation, Model } from "@lectern/contract";
import { type ReactNode, useMemo } from "react";
import type { ComposerAttachments } from "../entities/chat/slots/composerAttachments.ts";
import { useFlag } from "../entities/flags/useFlag.ts";
import { useAttachments } from "../features/files/attach/useAttachments.tsx";

interface Composing {
  conversation: Conversation;
  model: Model | null;
  userId: string;
  draftKey: string;
  uploadMaxBytes: number;
}

/** Joins the documents of a draft with the conversation's composer. `overlay` stands over the conversation. */
export function useComposerAttachments(composing: Composing): {
  attachments: ComposerAttachments | null;
  overlay: ReactNode;
} {
  const { conversation, model, userId, draftKey, uploadMaxBytes } = composing;
  const canUpload = useFlag("uploadDocuments");
  const canPick = useFlag("dataSourceSelectorOnInput");
  const canSearch = useFlag("ragEnabled");
  const lastSentKeys = useMemo(() => sentKeysOf(conversation), [conversation]);
  const slot = useAttachments(
    {
      userId,
      draftKey,
      lastSentKeys,
      // Not known yet is no reason to refuse: what is sent is looked at again.
      acceptsImages: model?.supportsImages ?? true,
      windowTokens: model?.inputContextWindow ?? null,
      canSearch,
      maxBytes: uploadMaxBytes,
      canPick,
    },
    canUpload,
  );
  return { attachments: slot, overlay: slot?.overlay ?? null };
}

function sentKeysOf({ messages }: Conversation): ReadonlySet<string> {
  const last = messages.findLast(({ role }) => role === "user");
  const keys = (last?.data.dataSources ?? []).flatMap((source) =>
    typeof source === "object" && source !== null && "key" in source && typeof source.key === "string"
      ? source.key
      : [],
  );
  return new Set(keys);
}
