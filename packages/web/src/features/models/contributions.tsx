import { lazy } from "react";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { ModelsNotice } from "./ModelsNotice.tsx";

/** The notice about the models in a conversation without messages. */
export function EmptyConversationModels() {
  const { user } = useWorkspace();
  return <ModelsNotice isAdmin={user.isAdmin} />;
}

const loadModelMenu = () => import("./ModelMenu.tsx").then(({ ModelMenu }) => ({ default: ModelMenu }));

/** The list of models that a button opens. */
export const ModelMenu = lazy(loadModelMenu);
