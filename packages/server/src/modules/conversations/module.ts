import { defineModule } from "../../core/serverModule.ts";
import { registerSignedConversationRoutes } from "../../http/files/signedConversationRoutes.ts";

export const conversationsModule = defineModule({
  name: "conversations",
  registerRoutes: registerSignedConversationRoutes,
});
