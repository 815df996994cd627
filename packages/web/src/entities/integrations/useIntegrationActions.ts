import { disconnectIntegration, type IntegrationId, startIntegrationAuth } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { createPageStore } from "../../lib/pageStore.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { getIntegrationName } from "./integrationNames.ts";
import { integrationsQuery } from "./integrationsQuery.ts";
import { openPopup, waitUntilClosed } from "./popup.ts";

type Activity = "connecting" | "disconnecting";

/** What is being done with integrations. Outside of components, because a popup outlives what has opened it. */
const useActivities = createPageStore<Partial<Record<IntegrationId, Activity>>>(() => ({}));

/** Returns what is being done with an integration; null: nothing. */
export const useIntegrationActivity = (id: IntegrationId): Activity | null =>
  useActivities((activities) => activities[id] ?? null);

interface IntegrationActions {
  /** Opens the page of the provider in a popup. Resolves when it is closed. Call it while a click is being handled. */
  connect: (id: IntegrationId) => Promise<void>;
  disconnect: (id: IntegrationId) => Promise<void>;
}

export function useIntegrationActions(): IntegrationActions {
  const cache = useQueryClient();
  return { connect: (id) => connect(cache, id), disconnect: (id) => disconnect(cache, id) };
}

async function connect(cache: QueryClient, id: IntegrationId): Promise<void> {
  const popup = openPopup();
  if (!popup) {
    notifyError(t`Your browser blocked the window in which you connect the account.`, {
      reason: t`Allow pop-ups for this site in your browser, and try again.`,
    });
    return;
  }
  await run(id, "connecting", async () => {
    try {
      const { Location } = await call(startIntegrationAuth, { integration: id });
      if (!isSafeLocation(Location)) throw new Error("The address of the provider’s page is not secure.");
      if (!popup.closed) {
        // The page of the provider must not reach this one.
        popup.opener = null;
        popup.location.replace(Location);
      }
    } catch (error) {
      popup.close();
      throw error;
    }
    await waitUntilClosed(popup);
    const name = getIntegrationName(id);
    if (await loadIsConnected(cache, id)) notifySuccess(t`${name} is connected.`);
  });
}

async function disconnect(cache: QueryClient, id: IntegrationId): Promise<void> {
  await run(id, "disconnecting", async () => {
    await call(disconnectIntegration, { integration: id });
    await loadIsConnected(cache, id);
  });
}

/** Shows that something is being done with an integration, and says if it has failed. */
async function run(id: IntegrationId, activity: Activity, action: () => Promise<void>): Promise<void> {
  useActivities.setState({ [id]: activity });
  try {
    await action();
  } catch (error) {
    notifyError(t`An error occurred. Please try again.`, error instanceof CallError ? error : {});
  } finally {
    useActivities.setState({ [id]: undefined });
  }
}

/** A page with TLS, or one of this site, such as that of a provider for tests. */
const isSafeLocation = (location: string) =>
  location.startsWith("https://") || location.startsWith(`${window.location.origin}/`);

/** Reads the list again. If that fails, the query has the error. */
async function loadIsConnected(cache: QueryClient, id: IntegrationId): Promise<boolean> {
  // What began before the change could answer with what was there before.
  await cache.cancelQueries(integrationsQuery);
  const list = await cache.fetchQuery({ ...integrationsQuery, staleTime: 0 }).catch(() => null);
  const integration = list?.available.find((each) => each.id === id);
  return integration?.isConnected === true && !integration.needsReconnect;
}
