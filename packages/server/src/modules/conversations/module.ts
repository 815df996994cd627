import { defineModule } from "../../core/serverModule.ts";
import { registerSignedConversationRoutes } from "../../http/files/signedConversationRoutes.ts";
import { eraseConversations } from "./eraseConversations.ts";

export const conversationsModule = defineModule({
  name: "conversations",
  registerRoutes: registerSignedConversationRoutes,
  erasePerson: eraseConversations,
});
