import { localConversationsQuery } from "../../entities/conversations/ConversationsProvider.tsx";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { loadUser, mustAcceptDisclosure } from "../../entities/session/session.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { preloadMessageRenderer } from "./preloadMessageRenderer.ts";

export const loadDisclosureScreen = () => import("../../features/disclosure/DisclosureScreen.tsx");
export const loadSignedOutScreen = () => import("../../features/identity/SignedOutScreen.tsx");

/** If the session loads within this time, the loading screen is not shown for it. */
const maxWaitMs = 150;

/**
 * Loads the session, then starts loading the data of the first screen in parallel, instead of as its parts render. If
 * nobody is signed in or the person has to accept the data disclosure agreement, loads the code of that screen instead. Resolves when the session or that code has been
 * loaded, at the latest after `maxWaitMs`. Never rejects.
 */
export async function prepareFirstScreen(): Promise<void> {
  preloadMessageRenderer();
  const sessionPromise = loadUser().then(async (user) => {
    // The screens themselves show the error.
    if (!user) return void (await loadSignedOutScreen().catch(() => {}));
    // The server would reject the rest.
    if (mustAcceptDisclosure()) return void (await loadDisclosureScreen().catch(() => {}));
    void queryClient.prefetchQuery(localConversationsQuery(user.id));
    void queryClient.prefetchQuery(flagsQuery);
    void queryClient.prefetchQuery(modelsQuery);
  });
  await Promise.race([sessionPromise, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}
