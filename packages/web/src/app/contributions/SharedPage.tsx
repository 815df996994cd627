import { ReadOnlyConversation } from "../../features/chat/page/ReadOnlyConversation.tsx";
import { SharedChatPage } from "../../features/export/shared/SharedChatPage.tsx";

/** The chat that a link opens, shown like the person's own. */
export const SharedPage = () => <SharedChatPage Thread={ReadOnlyConversation} />;
