import { defineModule } from "../../core/serverModule.ts";
import { registerSignedConversationRoutes } from "../../http/chat/signedConversationRoutes.ts";

export const conversationsModule = defineModule({
  name: "conversations",
  registerRoutes: registerSignedConversationRoutes,
});
