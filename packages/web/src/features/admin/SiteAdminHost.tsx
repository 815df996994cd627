import { t } from "@lingui/core/macro";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { closeSiteAdmin, useSiteAdminRoute } from "../../entities/shell/siteAdminRoute.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

const AdminDialog = lazy(() => import("./AdminDialog.tsx").then(({ AdminDialog }) => ({ default: AdminDialog })));

/** Shows the Admin Interface to administrators of the site while the URL names it. */
export function SiteAdminHost() {
  const route = useSiteAdminRoute();
  const isAllowed = useFlag("adminInterface");
  if (!route || !isAllowed) return null;
  return (
    <OverlaySuspense
      isOpen
      onClose={closeSiteAdmin}
      fallback={<LoadingOverlay message={t`Loading the configuration`} />}
    >
      <AdminDialog tab={route.tab} onClose={closeSiteAdmin} />
    </OverlaySuspense>
  );
}
