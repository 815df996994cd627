import type { StorageToggleProps } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { StorageToggle } from "./storage/StorageToggle.tsx";

/** Shows where a conversation is stored, and lets the person change it. */
export function ConversationStorage(props: StorageToggleProps) {
  const canUseCloud = useFlag("storeCloudConversations");
  return <StorageToggle {...props} canUseCloud={canUseCloud} />;
}
