import { useArtifactPanel } from "../../../entities/artifacts/openArtifact.ts";
import { ConversationArtifactPanel } from "./ConversationArtifactPanel.tsx";
import { SavedArtifactPanel } from "./SavedArtifactPanel.tsx";

/** Shows an artifact in the detail panel: one of a conversation, with its versions, or a saved one. */
export function ArtifactPanel() {
  const open = useArtifactPanel((panel) => panel.open);
  if (!open) return null;
  if ("savedKey" in open) return <SavedArtifactPanel key={open.savedKey} {...open} />;
  return <ConversationArtifactPanel key={open.conversationId} open={open} />;
}
