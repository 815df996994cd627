import { localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { loadUser } from "../../entities/session/session.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { preloadMessageRenderer } from "./preloadMessageRenderer.ts";

export const loadSignedOutScreen = () => import("../../features/identity/SignedOutScreen.tsx");

/** If the server answers within this time, no loading screen is shown. */
const maxWaitMs = 150;

/**
 * Starts all requests of the first screen in parallel, instead of one after the other as its parts render. Resolves
 * when the session has been loaded, or after `maxWaitMs`.
 */
export async function prepareFirstScreen(): Promise<void> {
  preloadMessageRenderer();
  const sessionLoaded = loadUser().then((user) => {
    if (!user) return loadSignedOutScreen().catch(() => {}); // The screen itself shows the error.
    void queryClient.prefetchQuery(localConversationsQuery(user.id));
    void queryClient.prefetchQuery(flagsQuery);
    void queryClient.prefetchQuery(modelsQuery);
  });
  await Promise.race([sessionLoaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
