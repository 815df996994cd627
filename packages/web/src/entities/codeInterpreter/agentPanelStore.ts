import type { Message } from "@lectern/contract";
import { createPageStore } from "../../lib/pageStore.ts";
import { openDetailPanel } from "../shell/detail/detailPanel.ts";

/** The id under which the reasoning and the actions of an answer are a content of the detail panel. */
export const agentPanelId = "agentActions";

interface AgentPanel {
  /** The answer and the branch that ends with it, as they were when the panel was opened; null: nothing was opened. */
  open: { answer: Message; branch: readonly Message[] } | null;
}

export const useAgentPanel = createPageStore<AgentPanel>(() => ({ open: null }));

/** Opens the panel with an answer. */
export function openAgentPanel(answer: Message, branch: readonly Message[]): void {
  useAgentPanel.setState({ open: { answer, branch } });
  openDetailPanel(agentPanelId);
}
