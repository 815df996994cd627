import type { Message } from "@lectern/contract";
import type { ComponentType } from "react";
import type { UserMessagePartContribution } from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** Shows the documents of a user message. The code is loaded with the first message that has documents. */
export const messageDocuments: UserMessagePartContribution = {
  id: "documents",
  appliesTo: ({ data }) => (data.dataSources ?? []).length > 0,
  Component: lazy<ComponentType<{ message: Message }>>(() =>
    import("./included/IncludedDocuments.tsx").then(({ IncludedDocuments }) => ({
      default: ({ message }) => <IncludedDocuments dataSources={message.data.dataSources ?? []} />,
    })),
  ),
};
