import { t } from "@lingui/core/macro";
import { IconBrain } from "@tabler/icons-react";
import type { MessageActionContribution } from "../../entities/chat/slots/chatSlots.ts";
import { readUserSettings } from "../../entities/settings/userSettings.ts";

/** Additional actions in the menu of a message, listed before `Delete`. Loaded when the first menu opens. */
export const messageActions: readonly MessageActionContribution[] = [
  {
    id: "findFacts",
    get label() {
      return t`Find facts in this message`;
    },
    Icon: IconBrain,
    flags: ["memory"],
    isShown: ({ user }) => readUserSettings(user.id).featureOptions.includeMemory,
    isForOwnChats: true,
    appliesTo: ({ role, content }) => role === "user" && content !== "",
    run: (message, { conversationId }) =>
      void import("../../features/memory/findFacts.ts").then(({ findFacts }) => findFacts(message, conversationId)),
  },
];
