import { createPageStore } from "../../lib/pageStore.ts";
import { closeDetailPanel, openDetailPanel, useDetailPanel } from "../shell/detail/detailPanel.ts";

/** The id under which artifacts are a content of the detail panel. */
export const artifactPanelId = "artifacts";

/** A version of an artifact in a conversation. `version`: null for the latest. */
export interface OpenArtifact {
  conversationId: string;
  artifactId: string;
  version: number | null;
}

/** A saved artifact, which belongs to no conversation. */
export interface OpenSavedArtifact {
  savedKey: string;
  name: string;
}

interface ArtifactPanel {
  /** What the panel shows. It is still shown while the panel fades out. */
  open: OpenArtifact | OpenSavedArtifact | null;
  /** How often something was opened. Each opening takes the focus, unless the panel opened by itself. */
  openCount: number;
  takesFocus: boolean;
}

export const useArtifactPanel = createPageStore<ArtifactPanel>(() => ({ open: null, openCount: 0, takesFocus: true }));

/** Opens the panel. `takesFocus`: false if nobody has asked for it. */
export function openArtifact(open: OpenArtifact | OpenSavedArtifact, { takesFocus = true } = {}): void {
  useArtifactPanel.setState(({ openCount }) => ({ open, openCount: openCount + 1, takesFocus }));
  openDetailPanel(artifactPanelId);
}

/** Shows another version or artifact in the panel. */
export const showArtifact = (open: OpenArtifact): void => useArtifactPanel.setState({ open });

/** Closes the panel if it shows artifacts. */
export function closeArtifact(): void {
  const { isOpen, id } = useDetailPanel.getState();
  if (isOpen && id === artifactPanelId) closeDetailPanel();
}
