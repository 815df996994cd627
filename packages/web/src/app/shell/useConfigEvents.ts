import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { refreshSession } from "../../entities/session/session.ts";
import { spendingQuery } from "../../features/usage/spendingQuery.ts";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";

/** Longer than the server's processes cache rights and configuration. */
const minDelayMs = 2_000;
/** Everybody's browsers receive the same event, or return after the same restart, and must not all ask at once. */
const maxJitterMs = 3_000;

/** Loads the models, the flags, the limits and the session again when they have changed on the server, or may have. */
export function useConfigEvents(): void {
  const cache = useQueryClient();
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reload = useEffectEvent(() => {
    void cache.invalidateQueries(modelsQuery);
    void cache.invalidateQueries(flagsQuery);
    void cache.invalidateQueries({ queryKey: spendingQuery.queryKey });
    void refreshSession();
  });
  const scheduleReload = () => {
    clearTimeout(timerRef.current);
    timerRef.current = setTimeout(() => reload(), minDelayMs + Math.random() * maxJitterMs);
  };
  useBrowserEvent("config", scheduleReload);
  useBrowserEvent("rights", scheduleReload);
  useBrowserEvent("resync", scheduleReload);
  useEffect(() => () => clearTimeout(timerRef.current), []);
}
