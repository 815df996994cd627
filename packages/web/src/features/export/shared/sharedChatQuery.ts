import { type Conversation, openShareLink } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { getUnsupportedFormatText, ImportError } from "../import/importTypes.ts";
import { openImport } from "../import/openImport.ts";

export interface SharedChat {
  /** The key of the link. */
  linkKey: string;
  /** The export file with the conversation. */
  file: File;
  conversation: Conversation;
  /** The name of the person who has shared it. */
  sharedBy: string;
  sharedAt: string;
}

/** What a link opens, read like an export file. It is loaded again with each visit, because it may be gone. */
export const sharedChatQuery = (key: string) =>
  queryOptions({
    queryKey: ["sharedChat", key],
    queryFn: async ({ signal }): Promise<SharedChat> => {
      const { item, sharedBy, sharedAt } = await call(openShareLink, { key }, { signal });
      const file = new File([item], key);
      return { linkKey: key, file, conversation: await readConversation(file, signal), sharedBy, sharedAt };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Without a network the call must fail immediately instead of waiting.
    networkMode: "always",
    refetchOnReconnect: true,
  });

async function readConversation(file: File, signal: AbortSignal): Promise<Conversation> {
  const open = await openImport(file, signal);
  try {
    const ids = open.preview.conversations.slice(0, 1).map(({ id }) => id);
    const [conversation] = await open.loadConversations(ids);
    if (!conversation) throw new ImportError(getUnsupportedFormatText());
    return conversation;
  } finally {
    open.close();
  }
}
