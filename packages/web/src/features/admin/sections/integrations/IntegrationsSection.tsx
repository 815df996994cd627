import { type ConfigData, type ProviderConfig, providerIds } from "@lectern/contract";
import { ProviderFields } from "./ProviderFields.tsx";

type Providers = ConfigData<"integrations">;

interface IntegrationsSectionProps {
  providers: Providers;
  onChange: (providers: Providers) => void;
}

const emptyProvider: ProviderConfig = { clientId: "", clientSecret: { setAt: null }, enabled: [] };

/** The registration of this server at each provider, and what people can connect there. */
export function IntegrationsSection({ providers, onChange }: IntegrationsSectionProps) {
  return providerIds.map((id) => (
    <ProviderFields
      key={id}
      id={id}
      config={providers[id] ?? emptyProvider}
      onChange={(config) => onChange({ ...providers, [id]: config })}
    />
  ));
}
