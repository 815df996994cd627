import { useWorkspace } from "../../entities/shell/workspace.ts";
import { ModelsNotice } from "./ModelsNotice.tsx";

/** The notice about the models in a conversation without messages. */
export function EmptyConversationModels() {
  const { user } = useWorkspace();
  return <ModelsNotice isAdmin={user.isAdmin} />;
}
