import type { EmptyStateContribution } from "../../entities/chat/slots/chatSlots.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { ModelsNotice } from "./ModelsNotice.tsx";

/** The notice about the models in a conversation without messages. */
export const modelsNotice: EmptyStateContribution = { id: "models", Component: EmptyConversationModels };

function EmptyConversationModels() {
  const { user } = useWorkspace();
  return <ModelsNotice isAdmin={user.isAdmin} />;
}

/** The list of models that a button opens. */
export const ModelMenu = createLazyComponent(() => import("./ModelMenu.tsx").then(({ ModelMenu }) => ModelMenu));
