import "@mantine/core/styles/Tabs.css";
import {
  getProviderOf,
  type IntegrationId,
  type ProviderId,
  providerIds,
  type UserIntegration,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Loader, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { getProviderName } from "../../entities/integrations/integrationNames.ts";
import { integrationsQuery } from "../../entities/integrations/integrationsQuery.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { openSiteAdmin } from "../../entities/shell/siteAdminRoute.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";
import tabClasses from "../../ui/tabs.module.css";
import { DisconnectQuestion } from "./DisconnectQuestion.tsx";
import { IntegrationRow } from "./IntegrationRow.tsx";
import classes from "./Integrations.module.css";

/** The accounts of the person at other providers, which assistants can use, with a tab for each provider. */
export function IntegrationsDialog({ isOpen, onClose }: DialogProps) {
  const { data, error, refetch } = useQuery({ ...integrationsQuery, staleTime: 0, enabled: isOpen });
  const [question, setQuestion] = useState<{ id: IntegrationId; isOpen: boolean } | null>(null);
  // Some pages of providers detach their window, which then seems to be closed at once. Whoever returns from it sees
  // what became of it.
  useEffect(() => {
    if (!isOpen) return;
    const reload = () => void refetch();
    window.addEventListener("focus", reload);
    return () => window.removeEventListener("focus", reload);
  }, [isOpen, refetch]);
  const integrations = data?.available;
  return (
    <>
      <Modal isOpen={isOpen} title={t`Integrations`} onClose={onClose} width="62vw" isTaller>
        {error && (
          <LoadFailedBanner
            text={t`The integrations couldn’t be loaded.`}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !integrations && (
          <p role="status" className={classes.loading}>
            <Loader size="xs" aria-hidden />
            {t`Loading integrations`}
          </p>
        )}
        {!error && integrations?.length === 0 && <NoIntegrations onClose={onClose} />}
        {integrations && integrations.length > 0 && (
          <ProviderTabs integrations={integrations}>
            {(integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                onDisconnect={(id) => setQuestion({ id, isOpen: true })}
              />
            )}
          </ProviderTabs>
        )}
      </Modal>
      {question && <DisconnectQuestion {...question} onClose={() => setQuestion({ ...question, isOpen: false })} />}
    </>
  );
}

function NoIntegrations({ onClose }: { onClose: () => void }) {
  const isAdministration = useFlag("adminInterface");
  return (
    <div className={classes.empty}>
      <p>{t`No integrations are available. A site administrator can add some.`}</p>
      {isAdministration && (
        <Button
          variant="default"
          onClick={() => {
            onClose();
            openSiteAdmin("integrations");
          }}
        >{t`Set up integrations`}</Button>
      )}
    </div>
  );
}

interface ProviderTabsProps {
  /** At least one. */
  integrations: readonly UserIntegration[];
  children: (integration: UserIntegration) => ReactNode;
}

function ProviderTabs({ integrations, children }: ProviderTabsProps) {
  const providers = providerIds.filter((provider) => integrations.some(({ id }) => getProviderOf(id) === provider));
  const [chosen, setChosen] = useState<ProviderId | null>(null);
  return (
    <Tabs
      value={chosen ?? providers[0] ?? null}
      onChange={(value) => setChosen(providers.find((provider) => provider === value) ?? null)}
      keepMounted={false}
      classNames={{ list: tabClasses.list, tab: tabClasses.tab }}
    >
      <Tabs.List>
        {providers.map((provider) => (
          <Tabs.Tab key={provider} value={provider}>
            {getProviderName(provider)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {providers.map((provider) => (
        <Tabs.Panel key={provider} value={provider} className={classes.panel}>
          <p
            className={classes.note}
          >{t`Assistants can use what you connect, and ask before they change something.`}</p>
          <ul className={classes.list}>
            {integrations.filter(({ id }) => getProviderOf(id) === provider).map(children)}
          </ul>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
