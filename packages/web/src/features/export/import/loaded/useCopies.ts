import { useEffect, useEffectEvent, useState } from "react";
import { useConversationStore } from "../../../../entities/conversations/ConversationsProvider.tsx";
import type { ImportTarget } from "../applyImport.ts";
import type { OpenImport } from "../openImport.ts";
import { findCopies } from "./findCopies.ts";

/** Returns what can be imported as copies (`findCopies`); null while that is being found out and if there is nothing. */
export function useCopies(open: OpenImport | null, target: ImportTarget | null, shareKey: string): OpenImport | null {
  const { store } = useConversationStore();
  const [found, setFound] = useState<{ open: OpenImport; copies: OpenImport | null } | null>(null);
  const isReady = open !== null && target !== null;
  const find = useEffectEvent(async (signal: AbortSignal) => {
    if (!open || !target) return;
    const copies = await findCopies(open, { shareKey, target, read: store.read, signal });
    if (!signal.aborted) setFound({ open, copies });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each snapshot that is read
  useEffect(() => {
    if (!isReady) return;
    const controller = new AbortController();
    void find(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) console.warn("What exists could not be compared.", error);
    });
    return () => controller.abort();
  }, [open, isReady]);
  return found !== null && found.open === open ? found.copies : null;
}
