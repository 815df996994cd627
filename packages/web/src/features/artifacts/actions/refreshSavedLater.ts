import type { QueryClient } from "@tanstack/react-query";
import { refreshDelayMs, reloadSavedArtifacts } from "../../../entities/artifacts/savedArtifacts.ts";

/** Loads the list of saved artifacts again, a moment after something was done with one of them. */
export const refreshSavedLater = (cache: QueryClient) =>
  setTimeout(() => void reloadSavedArtifacts(cache), refreshDelayMs);
