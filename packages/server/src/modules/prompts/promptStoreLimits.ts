import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

/** Maximum size of all prompts of one person, because each browser loads all of them into memory. */
const maxPromptBytes = 50_000_000;

/** The size of one person's prompts and folders. */
export interface PromptStoreSize {
  items: number;
  /** Bytes of the prompts. Folders do not count. */
  bytes: number;
}

/** Throws `tooLarge` if a person's prompts and folders exceed a limit. */
export function assertWithinLimits({ items, bytes }: PromptStoreSize): void {
  if (items > limits.promptStoreItems) {
    const maxItems = limits.promptStoreItems.toLocaleString("en-US");
    throw new AppError("tooLarge", {
      userMessage: `You can have at most ${maxItems} prompts and folders. Please delete some.`,
    });
  }
  if (bytes > maxPromptBytes) {
    throw new AppError("tooLarge", {
      userMessage: "Your prompts can take up at most 50 MB. Please delete some.",
    });
  }
}
