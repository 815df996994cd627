import { listProviderConfigs, saveProviderConfigs } from "../../integrations/service.ts";
import type { ConfigSection } from "../section.ts";

/** The registrations of this server at providers of integrations. A client secret is never read again. */
export const integrationsSection: ConfigSection<"integrations"> = {
  type: "integrations",
  isFirst: false,
  read: (db) => listProviderConfigs(db),
  save: (tx, { ctx, data }) => saveProviderConfigs(ctx, tx, data),
  // A date is recorded under any name.
  toAudited: (_platform, data) =>
    Object.fromEntries(
      Object.entries(data).map(
        ([
          provider,
          {
            clientSecret: { setAt },
            ...config
          },
        ]) => [provider, { ...config, clientSecret: setAt && new Date(setAt) }],
      ),
    ),
};
