import type { IntegrationId } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getIntegrationName } from "../../entities/integrations/integrationNames.ts";
import { useIntegrationActions } from "../../entities/integrations/useIntegrationActions.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";

interface DisconnectQuestionProps {
  id: IntegrationId;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before an integration is disconnected. */
export function DisconnectQuestion({ id, isOpen, onClose }: DisconnectQuestionProps) {
  const { disconnect } = useIntegrationActions();
  const name = getIntegrationName(id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Disconnect ${name}?`}
      message={t`Assistants can then no longer use what you have in ${name}. What they have changed there stays.`}
      note={t`You can connect it again at any time.`}
      confirmLabel={t`Disconnect`}
      onConfirm={() => {
        onClose();
        void disconnect(id);
      }}
      onCancel={onClose}
    />
  );
}
