import { hashAuditedText } from "../../audit/service.ts";
import { assertDirectoryGroups, lockDirectoryGroups } from "../../groups/service.ts";
import {
  forgetModels,
  listEnvironmentModelIds,
  listModelConfigs,
  lockModels,
  saveModelConfigs,
} from "../../models/service.ts";
import type { ConfigSection } from "../section.ts";

/** The models that people can choose, and what each is for. */
export const supportedModelsSection: ConfigSection<"supportedModels"> = {
  type: "supportedModels",
  isFirst: false,
  read: (db) => listModelConfigs(db),
  async lock(tx) {
    await lockDirectoryGroups(tx);
    // As at a server start and when a server is connected.
    await lockModels(tx);
  },
  async save(tx, { ctx, data }) {
    await assertDirectoryGroups(
      tx,
      Object.values(data).flatMap(({ exclusiveGroupAvailability, isRemoved }) =>
        isRemoved ? [] : exclusiveGroupAvailability,
      ),
    );
    await saveModelConfigs(tx, ctx, data);
    return null;
  },
  /** The models that the environment offers: they cannot be removed. */
  listLocked: listEnvironmentModelIds,
  // Instructions are content.
  toAudited(platform, data) {
    const models = Object.entries(data).map(([id, { systemPrompt, description, ...model }]) => [
      id,
      {
        ...model,
        systemPrompt: hashAuditedText(platform, systemPrompt),
        description: hashAuditedText(platform, description),
      },
    ]);
    return Object.fromEntries(models);
  },
  publish: forgetModels,
};
