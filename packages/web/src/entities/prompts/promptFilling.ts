import type { PromptTemplate } from "@lectern/contract";
import { createStore } from "zustand/vanilla";
import type { Said } from "../chat/sending/said.ts";

/** A template whose variables are to be filled, and what for. */
export interface FillRequest {
  id: number;
  prompt: PromptTemplate;
  /** `start`: the model is chosen too. */
  purpose: "start" | "send" | "insert";
  /** The model that would answer; null: the default one. */
  modelId: string | null;
  /** Null: the person thought better of it. */
  settle: (filled: Filled | null) => void;
}

export interface Filled {
  said: Said;
  /** The model that was chosen; null: none was. */
  modelId: string | null;
  /** Drafts whose documents go with the message. */
  documentKeys: readonly string[];
  /** What was typed is kept for another time until this is called: whoever has used it does. */
  forget: () => void;
}

/** What the dialog shows; it stays there while it closes. */
export const promptFilling = createStore<{ request: FillRequest | null; isOpen: boolean }>(() => ({
  request: null,
  isOpen: false,
}));

let lastId = 0;

/** Fills a template: at once where nothing is asked, else as the person says in a dialog. */
export async function fillPrompt({
  prompt,
  purpose,
  modelId = null,
}: Pick<FillRequest, "prompt" | "purpose"> & Partial<Pick<FillRequest, "modelId">>): Promise<Filled | null> {
  const { saidUnasked } = await import("./template/saidUnasked.ts");
  const said = await saidUnasked(prompt);
  if (said) return { said, modelId: null, documentKeys: [], forget: () => {} };
  // Where it cannot be loaded, that is said in a notice, and the page stays.
  await import("../../app/FillingDialog.tsx");
  const { promise, resolve } = Promise.withResolvers<Filled | null>();
  promptFilling.getState().request?.settle(null);
  const request: FillRequest = {
    id: ++lastId,
    prompt,
    purpose,
    modelId,
    settle: (filled) => {
      if (promptFilling.getState().request === request) promptFilling.setState({ isOpen: false });
      resolve(filled);
    },
  };
  promptFilling.setState({ request, isOpen: true });
  const filled = await promise;
  await dialogsGone();
  return filled;
}

const longestWaitMs = 1_000;

/** A dialog keeps the focus until it is gone, and gives it back to where it was. */
async function dialogsGone(): Promise<void> {
  const start = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, 16));
  while (document.querySelector("[role=dialog]") && performance.now() - start < longestWaitMs);
}
