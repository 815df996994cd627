import type { PromptTemplate } from "@lectern/contract";
import { createStore } from "zustand/vanilla";
import type { RenderedPrompt } from "./template/renderedPrompt.ts";

/** A template whose variables a person has to fill in. */
export interface FillRequest {
  id: number;
  prompt: PromptTemplate;
  /** The next step; for `start` the person also selects the model. */
  purpose: "start" | "send" | "insert";
  /** The model that is selected at first; null: the default model. */
  modelId: string | null;
  /** Ends the request; null: the person cancelled it. */
  resolve: (result: FillResult | null) => void;
}

export interface FillResult {
  rendered: RenderedPrompt;
  /** The selected model; null: the dialog did not ask for one. */
  modelId: string | null;
  /** Drafts whose documents belong to the message. */
  documentKeys: readonly string[];
  /** Deletes the entered values. They stay stored until the caller has used the result. */
  discardEntries: () => void;
}

/** The request that the dialog shows. It stays after `isOpen` turns false, so that the dialog can fade out. */
export const fillRequests = createStore<{ request: FillRequest | null; isOpen: boolean }>(() => ({
  request: null,
  isOpen: false,
}));

let loadDialog: () => Promise<unknown> = () =>
  Promise.reject(new Error("No dialog for prompt variables is registered."));

/** Registers what loads the dialog that shows `fillRequests`. */
export function registerFillDialog(load: () => Promise<unknown>): void {
  loadDialog = load;
}

let lastId = 0;

/**
 * Fills in the variables of a template: at once if it has none that a person has to enter, else through a dialog.
 * Resolves with null if the person cancels. Rejects if the code for it cannot be loaded.
 */
export async function fillPrompt({
  prompt,
  purpose,
  modelId = null,
}: Pick<FillRequest, "prompt" | "purpose"> & Partial<Pick<FillRequest, "modelId">>): Promise<FillResult | null> {
  const { renderTemplateWithoutInput } = await import("./template/renderTemplateWithoutInput.ts");
  const rendered = await renderTemplateWithoutInput(prompt);
  if (rendered) return { rendered, modelId: null, documentKeys: [], discardEntries: () => {} };
  // Load it before the dialog opens, so that a failure rejects here and does not break the page.
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

/** A dialog holds the focus until it is unmounted, and then returns it to the element that had it. */
async function waitUntilDialogsClose(): Promise<void> {
  const start = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, 16));
  while (document.querySelector("[role=dialog]") && performance.now() - start < maxWaitMs);
}
