import type { AnswerFeedback, AssistantSummary, LegacyWorkspace, ReceivedShare } from "@lectern/contract";
import type { ComponentType, LazyExoticComponent } from "react";
import { createPageStore } from "../../lib/pageStore.ts";

type NoParams = Record<never, never>;

/** The tabs of the dialog *Manage Accounts*. */
export type AccountsTabId = "accounts" | "apiKeys";

/**
 * The parameters of each dialog that can be opened from anywhere. `app/contributions/dialogs.ts` lists the components.
 */
export interface DialogParams {
  palette: NoParams;
  shortcuts: NoParams;
  /** The tab that is shown at first; absent: the one that was shown last. */
  settings: { tab?: "general" | "storage" };
  usage: NoParams;
  /** The tab that is shown at first; absent: the accounts. `apiKeyId`: the key whose details are open at first. */
  accounts: { tab?: AccountsTabId; apiKeyId?: string };
  /** The memories of the person. The tab that is shown at first; absent: what is remembered about them. */
  memory: { tab?: "user" | "projects" | "assistants" };
  /** The accounts of the person at other providers, which assistants can use. */
  integrations: NoParams;
  connectModel: NoParams;
  /** The groups of the person; the one that is shown at first. */
  groups: { groupId?: string };
  createGroup: NoParams;
  signOut: NoParams;
  newPrompt: NoParams;
  import: NoParams;
  export: NoParams;
  /** The conversation that is selected at first; null: none. */
  download: { conversationId: string | null };
  /**
   * Edits an assistant of the person, or shows one that they cannot edit; null: a new one. `firstField`: the field that
   * gets the focus; absent: the name.
   */
  assistantEditor: { assistantId: string | null; firstField?: "instructions" };
  /** Asks why an answer is good or bad, once it is rated. */
  ratingReason: { conversationId: string; messageId: string; rating: AnswerFeedback["rating"] };
  /** Asks for stars for an answer of a group's assistant. */
  starRating: { conversationId: string; messageId: string; assistantId: string };
  /** Sends a summary of a conversation to the institution for quality improvement. */
  qualityImprovement: { conversationId: string };
  /** Shows a draft of an assistant that can no longer be saved where it belongs. */
  lostDraft: { draftKey: string };
  /** What is selected at first. */
  share: SharedSelection;
  /** Shows something that was shared with the person, and imports it. */
  receivedShare: { share: ReceivedShare };
  /** Shows a workspace of an earlier product, and imports it. */
  legacyWorkspace: { workspace: LegacyWorkspace };
  assistantShare: { assistantId: string; name: string };
  /** Removes an assistant that somebody has shared with the person, after a confirmation. */
  assistantLeave: { assistantId: string; name: string };
  /** Deletes assistants after a confirmation. */
  assistantDeletion: {
    assistants: readonly { assistantId: string; name: string; owner: AssistantSummary["owner"] }[];
  };
}

/** Ids of the conversations, prompts and folders that somebody shares. */
export interface SharedSelection {
  conversationIds?: readonly string[];
  promptIds?: readonly string[];
  folderIds?: readonly string[];
}

export type DialogId = keyof DialogParams;

/** The props of every dialog in addition to its parameters. */
export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export interface DialogContribution<Params> {
  /** Loaded when the dialog is first opened. */
  Component: LazyExoticComponent<ComponentType<DialogProps & Params>>;
  /** Shown over the page while the code loads; absent: nothing is shown. */
  loadingMessage?: string;
  /** True if the dialog loses its state when it is opened again. */
  isResetOnOpen?: boolean;
}

/** One entry for each dialog. The list does not compile while an entry is missing. */
export type DialogContributions = { readonly [Id in DialogId]: DialogContribution<DialogParams[Id]> };

interface DialogState {
  isOpen: boolean;
  /** The open dialog, or the last one that was open, which stays mounted while it fades out. */
  dialog: { id: string; params: object } | null;
  /** How many dialogs have been opened. */
  openCount: number;
}

export const useDialogs = createPageStore<DialogState>(() => ({ isOpen: false, dialog: null, openCount: 0 }));

/** Opens a dialog in place of the one that is open, if any. */
export function openDialog<Id extends DialogId>(
  id: Id,
  ...[params]: NoParams extends DialogParams[Id] ? [params?: DialogParams[Id]] : [DialogParams[Id]]
): void {
  useDialogs.setState(({ openCount }) => ({
    isOpen: true,
    dialog: { id, params: params ?? {} },
    openCount: openCount + 1,
  }));
}

export function closeDialog(): void {
  useDialogs.setState({ isOpen: false });
}
