import { useQueryClient } from "@tanstack/react-query";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { refreshSession } from "../../entities/session/session.ts";
import { useSpreadReload } from "../../lib/browserEvents/useSpreadReload.ts";

/** Loads the models, the flags and the session again when they have changed on the server, or may have. */
export function useConfigEvents(): void {
  const cache = useQueryClient();
  useSpreadReload(() => {
    void cache.invalidateQueries(modelsQuery);
    void cache.invalidateQueries(flagsQuery);
    void refreshSession();
  });
}
