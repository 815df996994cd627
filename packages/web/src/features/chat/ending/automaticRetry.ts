import { createContext } from "react";
import type { PendingRetry } from "../../../entities/chat/retries/automaticRetries.ts";

/** The retry that the last answer of a conversation waits for, and what the person can do about it. */
export interface AutomaticRetry extends PendingRetry {
  retryNow: () => void;
  cancel: () => void;
}

export const AutomaticRetryContext = createContext<AutomaticRetry | null>(null);
