import { t } from "@lingui/core/macro";
import {
  closeAssistantAdmin,
  openAssistantAdmin,
  useAssistantAdminRoute,
} from "../../../entities/shell/assistantAdminRoute.ts";
import { useWorkspaceEvent } from "../../../entities/shell/workspaceEvents.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";

const AdminInterface = lazy(() =>
  import("./AdminInterface.tsx").then(({ AdminInterface }) => ({ default: AdminInterface })),
);

/** Shows the Assistant Admin Interface while the URL names it. */
export function AdminHost() {
  const route = useAssistantAdminRoute();
  useWorkspaceEvent("openAstAdminInterfaceTrigger", ({ groupId = null }) => openAssistantAdmin({ groupId }));
  if (!route) return null;
  return (
    <OverlaySuspense
      isOpen
      onClose={closeAssistantAdmin}
      fallback={<LoadingOverlay message={t`Loading Assistant Admin Interface...`} />}
    >
      <AdminInterface route={route} />
    </OverlaySuspense>
  );
}
