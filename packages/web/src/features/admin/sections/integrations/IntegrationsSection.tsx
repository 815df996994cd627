import { type ConfigData, type ProviderConfig, type ProviderId, providerIds } from "@lectern/contract";
import { ProviderFields } from "./ProviderFields.tsx";

type Providers = ConfigData<"integrations">;

interface IntegrationsSectionProps {
  providers: Providers;
  onChange: (providers: Providers) => void;
}

const emptyProvider: ProviderConfig = { clientId: "", clientSecret: { setAt: null }, enabled: [] };

/** The registration of this server at each provider, and what people can connect there. */
export function IntegrationsSection({ providers, onChange }: IntegrationsSectionProps) {
  const change = (id: ProviderId, config: ProviderConfig) => {
    const { [id]: _before, ...others } = providers;
    onChange(isEmpty(config) ? others : { ...others, [id]: config });
  };
  return providerIds.map((id) => (
    <ProviderFields
      key={id}
      id={id}
      config={providers[id] ?? emptyProvider}
      onChange={(config) => change(id, config)}
    />
  ));
}

/** A provider at which this server was never registered, so that what is changed back is no change. */
const isEmpty = ({ clientId, clientSecret: { setAt, value }, enabled }: ProviderConfig) =>
  clientId === "" && setAt === null && value === undefined && enabled.length === 0;
