import type { IntegrationId } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getIntegrationName } from "../../entities/integrations/integrationNames.ts";
import { useIntegrationActions } from "../../entities/integrations/useIntegrationActions.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";

/** Asks before an integration is disconnected; `id` null: it is closed. */
export function DisconnectQuestion({ id, onClose }: { id: IntegrationId | null; onClose: () => void }) {
  const { disconnect } = useIntegrationActions();
  const name = id === null ? "" : getIntegrationName(id);
  return (
    <ConfirmDialog
      isOpen={id !== null}
      title={t`Disconnect ${name}?`}
      message={t`Assistants can then no longer use what you have in ${name}. What they have changed there stays.`}
      note={t`You can connect it again at any time.`}
      confirmLabel={t`Disconnect`}
      onConfirm={() => {
        onClose();
        if (id !== null) void disconnect(id);
      }}
      onCancel={onClose}
    />
  );
}
