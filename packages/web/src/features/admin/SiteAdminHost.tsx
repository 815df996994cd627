import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import {
  closeSiteAdmin,
  leaveSiteAdmin,
  openSiteAdmin,
  useSiteAdminRoute,
} from "../../entities/shell/siteAdminRoute.ts";
import { useWorkspaceEvent } from "../../entities/shell/workspaceEvents.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";
import { notifyRefusal } from "../../ui/notices/notify.tsx";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

const AdminDialog = lazy(() => import("./AdminDialog.tsx").then(({ AdminDialog }) => ({ default: AdminDialog })));

/** Shows the Admin Interface to administrators of the site while the URL names it. */
export function SiteAdminHost() {
  const route = useSiteAdminRoute();
  const { data: flags } = useQuery(flagsQuery);
  useWorkspaceEvent("openAdminInterfaceTrigger", () => openSiteAdmin());
  const isAllowed = flags?.adminInterface ?? false;
  const isRefused = route !== null && flags !== undefined && !isAllowed;
  // Somebody sent the address to the wrong person.
  useEffect(() => {
    if (!isRefused) return;
    leaveSiteAdmin();
    notifyRefusal(t`Only administrators can open the Admin Interface.`);
  }, [isRefused]);
  if (!route || !isAllowed) return null;
  return (
    <OverlaySuspense
      isOpen
      onClose={closeSiteAdmin}
      fallback={<LoadingOverlay message={t`Loading the configuration`} />}
    >
      <AdminDialog route={route} onClose={closeSiteAdmin} />
    </OverlaySuspense>
  );
}
