import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/PasswordInput.css";
import {
  getProviderOf,
  type IntegrationId,
  integrationIds,
  limits,
  type ProviderConfig,
  type ProviderId,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { getIntegrationName, getProviderName } from "../../../../entities/integrations/integrationNames.ts";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";
import { describeSecret } from "../describeSecret.ts";
import ownClasses from "./Integrations.module.css";
import { RedirectAddress } from "./RedirectAddress.tsx";
import { RegistrationSteps } from "./RegistrationSteps.tsx";

interface ProviderFieldsProps {
  id: ProviderId;
  config: ProviderConfig;
  onChange: (config: ProviderConfig) => void;
}

/** How this server is registered at a provider, and what people can connect there. */
export function ProviderFields({ id, config, onChange }: ProviderFieldsProps) {
  const { clientId, clientSecret, enabled } = config;
  const { setAt, value: newSecret } = clientSecret;
  const isUsed = enabled.length > 0;
  const isSecretMissing = setAt === null && newSecret === undefined;
  const name = getProviderName(id);
  return (
    <fieldset className={classes.fieldset} aria-label={name}>
      <h4 className={classes.summary}>{name}</h4>
      <RegistrationSteps />
      <RedirectAddress />
      <TextInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Client ID`}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={clientId}
        error={isUsed && clientId === "" && t`Please enter the client ID.`}
        onChange={(event) => onChange({ ...config, clientId: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        classNames={{ input: fieldClasses.input ?? "" }}
        label={t`Client secret`}
        description={describeSecret(clientSecret)}
        placeholder={setAt === null ? "" : t`Enter a new value to replace it`}
        autoComplete="new-password"
        maxLength={limits.variableValueLength}
        visibilityToggleButtonProps={{ "aria-label": t`Show the client secret` }}
        value={newSecret ?? ""}
        error={(isUsed || clientId !== "") && isSecretMissing && t`Please enter the client secret.`}
        onChange={(event) => {
          const value = event.currentTarget.value.trim();
          onChange({ ...config, clientSecret: value === "" ? { setAt } : { setAt, value } });
        }}
      />
      <Checkbox.Group
        label={<h5 className={ownClasses.heading}>{t`What people can connect`}</h5>}
        value={enabled}
        onChange={(values) =>
          onChange({ ...config, enabled: integrationIds.filter((integration) => values.includes(integration)) })
        }
      >
        <div className={ownClasses.integrations}>
          {listIntegrationsOf(id).map((integration) => (
            <Checkbox
              key={integration}
              classNames={{ input: fieldClasses.box ?? "" }}
              value={integration}
              label={getIntegrationName(integration)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </fieldset>
  );
}

const listIntegrationsOf = (provider: ProviderId): IntegrationId[] =>
  integrationIds.filter((id) => getProviderOf(id) === provider);
