import { defineModule } from "../../core/serverModule.ts";
import { registerSignedConversationRoutes } from "../../http/files/signedConversationRoutes.ts";
import { eraseConversations } from "./eraseConversations.ts";
import { titleStep } from "./titleStep.ts";

export const conversationsModule = defineModule({
  name: "conversations",
  runSteps: [titleStep],
  registerRoutes: registerSignedConversationRoutes,
  erasePerson: eraseConversations,
});
