import {
  listApplicationSecrets,
  listApplicationVariables,
  replaceApplicationSecrets,
} from "../../applicationVariables/service.ts";
import type { ConfigSection } from "../section.ts";

/** Values by name, for integrations. The audit log has their names only. */
export const applicationVariablesSection: ConfigSection<"applicationVariables"> = {
  type: "applicationVariables",
  isFirst: false,
  read: (db) => listApplicationVariables(db),
  save: async (_tx, { data }) => data,
  toAudited: (_platform, data) => Object.keys(data),
};

/** Like the variables, but a value is never read again, and is stored sealed. */
export const applicationSecretsSection: ConfigSection<"applicationSecrets"> = {
  type: "applicationSecrets",
  isFirst: false,
  read: (db) => listApplicationSecrets(db),
  async save(tx, { ctx, data }) {
    await replaceApplicationSecrets(ctx, tx, data);
    return null;
  },
  // A date is recorded under any name.
  toAudited: (_platform, data) =>
    Object.fromEntries(Object.entries(data).map(([name, { setAt }]) => [name, setAt && new Date(setAt)])),
};
