import { getProviderOf, type IntegrationId, type UserIntegration } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCheck,
  IconFileText,
  IconFolder,
  IconListCheck,
  IconMail,
  IconTable,
  type TablerIcon,
} from "@tabler/icons-react";
import { getIntegrationName, getProviderName } from "../../entities/integrations/integrationNames.ts";
import { useIntegrationActions, useIntegrationActivity } from "../../entities/integrations/useIntegrationActions.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import { getIntegrationState } from "./getIntegrationState.ts";
import classes from "./Integrations.module.css";

const icons: Readonly<Record<IntegrationId, TablerIcon>> = {
  google_calendar: IconCalendarEvent,
  google_sheets: IconTable,
  google_docs: IconFileText,
  google_drive: IconFolder,
  google_forms: IconListCheck,
  google_gmail: IconMail,
};

interface IntegrationRowProps {
  integration: UserIntegration;
  /** Asks before it is disconnected. */
  onDisconnect: (id: IntegrationId) => void;
}

/** An integration with its state, and the buttons that change it. */
export function IntegrationRow({ integration, onDisconnect }: IntegrationRowProps) {
  const { id, description } = integration;
  const state = getIntegrationState(integration);
  const { connect } = useIntegrationActions();
  const activity = useIntegrationActivity(id);
  const name = getIntegrationName(id);
  const Icon = icons[id];
  const canConnect = state === "notConnected" || state === "needsReconnect";
  return (
    <li className={classes.row} aria-label={name}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.note}>{translateServerText(description)}</p>
        <ConnectionState integration={integration} />
        {activity === "connecting" && (
          <p role="status" className={classes.note}>{t`Allow the access in the window that has opened.`}</p>
        )}
      </div>
      <div className={classes.buttons}>
        {state !== "notConnected" && (
          <Button
            variant="default"
            aria-label={t`Disconnect ${name}`}
            loading={activity === "disconnecting"}
            disabled={activity !== null}
            onClick={() => onDisconnect(id)}
          >{t`Disconnect`}</Button>
        )}
        {canConnect && (
          <Button
            aria-label={state === "notConnected" ? t`Connect ${name}` : t`Connect again: ${name}`}
            loading={activity === "connecting"}
            disabled={activity !== null}
            onClick={() => void connect(id)}
          >
            {state === "notConnected" ? t`Connect` : t`Connect again`}
          </Button>
        )}
      </div>
    </li>
  );
}

function ConnectionState({ integration }: Pick<IntegrationRowProps, "integration">) {
  const { id, account } = integration;
  const provider = getProviderName(getProviderOf(id));
  switch (getIntegrationState(integration)) {
    case "notConnected":
      return null;
    case "connected":
      return (
        <p className={classes.connected}>
          <IconCheck size={16} stroke={2} aria-hidden />
          {account === null ? t`Connected` : t`Connected as ${account}`}
        </p>
      );
    case "needsReconnect":
      return (
        <p className={classes.problem}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          {t`${provider} no longer accepts this connection.`}
        </p>
      );
    case "disabled":
      return (
        <p className={classes.problem}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          {t`Connected, but no longer offered here. Assistants can’t use it.`}
        </p>
      );
  }
}
