import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

/** Bytes of all prompts of one person: each of their browsers holds all of them in memory. */
const mostBytes = 50_000_000;

/** What one person's library takes. */
export interface LibrarySize {
  items: number;
  bytes: number;
}

/** Throws `tooLarge` for more than a person may have. */
export function assertRoom({ items, bytes }: LibrarySize): void {
  if (items > limits.libraryItems) {
    const most = limits.libraryItems.toLocaleString("en-US");
    throw new AppError("tooLarge", {
      userMessage: `You can have at most ${most} prompts and folders. Please delete some.`,
    });
  }
  if (bytes > mostBytes) {
    throw new AppError("tooLarge", {
      userMessage: "Your prompts take more room than there is (50 MB). Please delete some.",
    });
  }
}
