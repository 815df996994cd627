import type { PromptTemplate } from "@lectern/contract";
import { createPageStore } from "../../lib/pageStore.ts";
import type { RenderedPrompt } from "./template/renderedPrompt.ts";

/** A template whose variables a person has to fill in. */
export interface FillRequest {
  id: number;
  prompt: PromptTemplate;
  /** The step after the dialog. For `start` the person also selects the model. */
  purpose: "start" | "send" | "insert";
  /** The model that is selected at first; null: the default model. */
  modelId: string | null;
  /** Ends the request with its result; null: the person cancelled. */
  resolve: (result: FillResult | null) => void;
}

export interface FillResult {
  rendered: RenderedPrompt;
  /** The selected model; null: the dialog did not ask for one. */
  modelId: string | null;
  /** The keys of the drafts whose documents belong to the message. */
  documentKeys: readonly string[];
  /** Deletes the stored entries. Called once the caller has used the result. */
  discardEntries: () => void;
}

/** The request that the dialog shows. It remains after `isOpen` becomes false, so that the dialog can fade out. */
export const fillRequests = createPageStore<{ request: FillRequest | null; isOpen: boolean }>(() => ({
  request: null,
  isOpen: false,
}));

let loadDialog: () => Promise<unknown> = () =>
  Promise.reject(new Error("No dialog for prompt variables is registered."));

/** Registers the function that loads the dialog for `fillRequests`. */
export function registerFillDialog(load: () => Promise<unknown>): void {
  loadDialog = load;
}

let lastId = 0;

/**
 * Fills in the variables of a template: immediately if all of them are generated, otherwise through a dialog. Resolves
 * with null if the person cancels. Rejects if the code for this cannot be loaded.
 */
export async function fillPrompt({
  prompt,
  purpose,
  modelId = null,
}: Pick<FillRequest, "prompt" | "purpose"> & Partial<Pick<FillRequest, "modelId">>): Promise<FillResult | null> {
  const { renderTemplateWithoutInput } = await import("./template/renderTemplateWithoutInput.ts");
  const rendered = await renderTemplateWithoutInput(prompt);
  if (rendered) return { rendered, modelId: null, documentKeys: [], discardEntries: () => {} };
  // Load the code before the dialog opens, so that a failure rejects here instead of breaking the page.
  await loadDialog();
  const { promise, resolve } = Promise.withResolvers<FillResult | null>();
  fillRequests.getState().request?.resolve(null);
  const request: FillRequest = {
    id: ++lastId,
    prompt,
    purpose,
    modelId,
    resolve: (result) => {
      if (fillRequests.getState().request === request) fillRequests.setState({ isOpen: false });
      resolve(result);
    },
  };
  fillRequests.setState({ request, isOpen: true });
  const result = await promise;
  await waitUntilDialogsClose();
  return result;
}

const maxWaitMs = 1_000;

/**
 * Waits until no dialog is mounted, at most a second: a dialog traps the focus until it is unmounted, and then returns
 * the focus to the element that had it before.
 */
async function waitUntilDialogsClose(): Promise<void> {
  const start = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, 16));
  while (document.querySelector("[role=dialog]") && performance.now() - start < maxWaitMs);
}
