import { localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { loadUser } from "../../entities/session/session.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { preloadMessageRenderer } from "./preloadMessageRenderer.ts";

/** A server that answers sooner than this spares the page its loading screen. */
const longestWaitMs = 150;

/**
 * Begins all that the first screen needs at once, instead of one after the other as its parts are drawn. Resolves when it is
 * known who is signed in, or after a while.
 */
export async function prepareFirstScreen(): Promise<void> {
  preloadMessageRenderer();
  const known = loadUser().then((user) => {
    if (!user) return;
    void queryClient.prefetchQuery(localConversationsQuery(user.id));
    void queryClient.prefetchQuery(flagsQuery);
    void queryClient.prefetchQuery(modelsQuery);
  });
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
}
