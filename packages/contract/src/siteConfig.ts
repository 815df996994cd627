import * as z from "zod/mini";
import { EditableRateLimit } from "./accounts.ts";
import { Appearance } from "./appearance.ts";
import { defineOp } from "./defineOp.ts";
import { FlagName } from "./flagNames.ts";
import { ProviderConfig, ProviderId, ReadProviderConfig } from "./integrations.ts";
import { limits } from "./limits.ts";
import { ModelConfig, ModelEndpointsConfig } from "./models.ts";
import { Id, Timestamp, text } from "./primitives.ts";
import { RateLimit } from "./usage.ts";

// What site administrators configure in the product. Each section has a type, is saved as a whole, and counts its
// revisions, so that nobody overwrites what somebody else has saved meanwhile.

/** An email address. It is compared without regard to case. */
const Email = text(254).check(z.trim(), z.minLength(1));
const DirectoryGroupName = text(200).check(z.trim(), z.minLength(1));

/** A feature is on for everybody or for nobody, except for the people and the groups of the directory that are named. */
export const FlagConfig = z.object({
  enabled: z.boolean(),
  /** Email addresses. */
  userExceptions: z._default(z.array(Email).check(z.maxLength(limits.flagExceptions)), []),
  /** Names of groups of the directory. */
  amplifyGroupExceptions: z._default(z.array(DirectoryGroupName).check(z.maxLength(limits.directoryGroups)), []),
});
export type FlagConfig = z.infer<typeof FlagConfig>;

/** A group of the directory: a list of email addresses. */
export const DirectoryGroupConfig = z.object({
  groupName: DirectoryGroupName,
  members: z.array(Email).check(z.maxLength(limits.directoryGroupMembers)),
  /** The address of who created it; ignored in what is saved. */
  createdBy: z._default(z.nullable(text(254)), null),
  /** Names of groups whose members are members of this one, too. */
  includeFromOtherGroups: z._default(z.array(DirectoryGroupName).check(z.maxLength(limits.directoryGroups)), []),
});
export type DirectoryGroupConfig = z.infer<typeof DirectoryGroupConfig>;

/** The limit on what each person's model calls cost, in US dollars. */
export const RateLimitConfig = z.object({
  period: RateLimit.shape.period,
  rate: z.nullable(z.number().check(z.nonnegative(), z.maximum(limits.rateLimitDollars))),
});

/** What is asked before a message is sent that may cost more than `cost` US dollars. */
export const PromptCostAlertConfig = z.object({
  isActive: z.boolean(),
  /** May contain `{totalCost}` and `{prompts}`, which the browser fills in. */
  alertMessage: text(limits.costAlertLength),
  cost: z.number().check(z.nonnegative(), z.maximum(limits.rateLimitDollars)),
});
export type PromptCostAlertConfig = z.infer<typeof PromptCostAlertConfig>;

/** The name of a value that integrations use. */
const VariableName = text(limits.variableNameLength).check(z.regex(/^[A-Za-z][A-Za-z0-9_]*$/));
const VariableValue = text(limits.variableValueLength);
const hasFewVariables = (variables: object) => Object.keys(variables).length <= limits.applicationVariables;

/** When a secret was set; ignored in what is saved. */
const secretState = { setAt: z._default(z.nullable(Timestamp), null) };
/** Secrets by name, as they are read: never with their values. */
const ReadSecrets = z.record(VariableName, z.object(secretState));

/** A group with assistants. Of what is saved, only what is present changes, and fields without a note are ignored. */
export const AdminGroupConfig = z.object({
  group_id: Id,
  groupName: z.optional(text(400)),
  /** The address of who created it. */
  createdBy: z.optional(z.nullable(text(254))),
  /** Saved: everybody is a member. */
  isPublic: z.optional(z.boolean()),
  /** Saved: conversations with its assistants are analyzed. */
  supportConvAnalysis: z.optional(z.boolean()),
  /** Saved: names of groups of the directory whose members are members. */
  amplifyGroups: z.optional(z.array(DirectoryGroupName).check(z.maxLength(limits.directoryGroupsPerGroup))),
  /** Saved: what the calls of its assistants may cost. */
  rateLimit: z.optional(RateLimitConfig),
  /** Saved: the highest limit that its API key may have; `Unlimited`: its administrators decide. */
  keyRateLimit: z.optional(EditableRateLimit),
  numOfAssistants: z.optional(z.number()),
  /** False if nobody who can sign in administers it. */
  hasAdmin: z.optional(z.boolean()),
});
export type AdminGroupConfig = z.infer<typeof AdminGroupConfig>;

/** The data of each section. */
export const configSchemas = {
  /** The addresses of site administrators, without those that the server's environment names. */
  admins: z.array(Email).check(z.maxLength(limits.siteAdmins)),
  /** The features that exist, by name. A feature that is left out gets its default. */
  featureFlags: z.partialRecord(FlagName, FlagConfig),
  /** The groups of the directory, by name. A group that is left out is deleted. */
  amplifyGroups: z
    .record(DirectoryGroupName, DirectoryGroupConfig)
    .check(z.refine((groups) => Object.keys(groups).length <= limits.directoryGroups)),
  /** The models, by id. In what is saved, models that are left out stay as they are. */
  supportedModels: z
    .record(text(300), ModelConfig)
    .check(z.refine((models) => Object.keys(models).length <= limits.supportedModels)),
  /** The addresses of each model. In what is saved, models and addresses that are left out stay as they are. */
  openaiEndpoints: z.array(ModelEndpointsConfig).check(z.maxLength(limits.supportedModels)),
  /** Groups with assistants, by id. What is saved changes these groups only. */
  assistantAdminGroups: z
    .record(Id, AdminGroupConfig)
    .check(z.refine((groups) => Object.keys(groups).length <= limits.adminGroups)),
  rateLimit: RateLimitConfig,
  promtCostAlert: PromptCostAlertConfig,
  /** Values by name. A variable that is left out is removed. */
  applicationVariables: z.record(VariableName, VariableValue).check(z.refine(hasFewVariables)),
  /** A secret without a value keeps the one that it has, and one that is left out is removed. */
  applicationSecrets: z
    .record(VariableName, z.object({ ...secretState, value: z.optional(VariableValue.check(z.minLength(1))) }))
    .check(z.refine(hasFewVariables)),
  /** The registrations of this server at providers of integrations. A provider that is left out stays as it is. */
  integrations: z.partialRecord(ProviderId, ProviderConfig),
  /** The institution's name, logo, colour and words. */
  appearance: Appearance,
} as const;

export const ConfigType = z.enum([
  "admins",
  "featureFlags",
  "amplifyGroups",
  "rateLimit",
  "promtCostAlert",
  "applicationVariables",
  "applicationSecrets",
  "supportedModels",
  "openaiEndpoints",
  "assistantAdminGroups",
  "integrations",
  "appearance",
]);
export type ConfigType = z.infer<typeof ConfigType>;
export type ConfigData<Type extends ConfigType = ConfigType> = z.infer<(typeof configSchemas)[Type]>;

/** What is known of a section beside its data. */
export const ConfigState = z.object({
  /** Of what was saved last; 0: nothing was. */
  revision: z.number(),
  /** The address of who saved last; null: nobody, or a person who was erased. */
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(Timestamp),
  /** Values that the server's environment sets and nobody can change here. */
  locked: z.array(z.string()),
});
export type ConfigState = z.infer<typeof ConfigState>;

const Configs = z.object({
  admins: z.optional(configSchemas.admins),
  featureFlags: z.optional(configSchemas.featureFlags),
  amplifyGroups: z.optional(configSchemas.amplifyGroups),
  supportedModels: z.optional(configSchemas.supportedModels),
  openaiEndpoints: z.optional(configSchemas.openaiEndpoints),
  assistantAdminGroups: z.optional(configSchemas.assistantAdminGroups),
  rateLimit: z.optional(configSchemas.rateLimit),
  promtCostAlert: z.optional(configSchemas.promtCostAlert),
  applicationVariables: z.optional(configSchemas.applicationVariables),
  applicationSecrets: z.optional(ReadSecrets),
  integrations: z.optional(z.partialRecord(ProviderId, ReadProviderConfig)),
  appearance: z.optional(configSchemas.appearance),
});

const path = "/amplifymin/configs";

export const getSiteConfigs = defineOp({
  method: "GET",
  path: `${path}/get`,
  access: "admin",
  keyScopes: "none",
  isHeavy: true,
  summary:
    "Returns the sections of the configuration by type. With `lazy_load=1` those that the administration opens with, " +
    "with 0 the others, and without it all.",
  input: z.object({ lazy_load: z.optional(z.enum(["0", "1"])) }),
  output: z.extend(Configs, { states: z.partialRecord(ConfigType, ConfigState) }),
});

/** How saving one section ended. */
export const ConfigResult = z.object({
  success: z.boolean(),
  /** Why it was not saved, or if it was, what of it was not. */
  message: z.optional(z.string()),
  /** The section as it is now, if somebody else has saved it since the revision that was sent. */
  current: z.optional(z.extend(Configs, { state: ConfigState })),
});
export type ConfigResult = z.infer<typeof ConfigResult>;

const base = {
  /** The revision that the data is based on. Absent: whatever was saved is overwritten. */ revision: z.optional(
    z.int(),
  ),
};

export const ConfigChange = z.discriminatedUnion("type", [
  z.object({ ...base, type: z.literal("admins"), data: configSchemas.admins }),
  z.object({ ...base, type: z.literal("featureFlags"), data: configSchemas.featureFlags }),
  z.object({ ...base, type: z.literal("amplifyGroups"), data: configSchemas.amplifyGroups }),
  z.object({ ...base, type: z.literal("supportedModels"), data: configSchemas.supportedModels }),
  z.object({ ...base, type: z.literal("openaiEndpoints"), data: configSchemas.openaiEndpoints }),
  z.object({ ...base, type: z.literal("assistantAdminGroups"), data: configSchemas.assistantAdminGroups }),
  z.object({ ...base, type: z.literal("rateLimit"), data: configSchemas.rateLimit }),
  z.object({ ...base, type: z.literal("promtCostAlert"), data: configSchemas.promtCostAlert }),
  z.object({ ...base, type: z.literal("applicationVariables"), data: configSchemas.applicationVariables }),
  z.object({ ...base, type: z.literal("applicationSecrets"), data: configSchemas.applicationSecrets }),
  z.object({ ...base, type: z.literal("integrations"), data: configSchemas.integrations }),
  z.object({ ...base, type: z.literal("appearance"), data: configSchemas.appearance }),
]);
export type ConfigChange = z.infer<typeof ConfigChange>;

export const updateSiteConfigs = defineOp({
  method: "POST",
  path: `${path}/update`,
  access: "admin",
  keyScopes: "none",
  isHeavy: true,
  maxJsonValues: limits.jsonValuesOfConfigs,
  summary:
    "Saves sections of the configuration, each as a whole. The result says for each type whether it was saved, and " +
    "otherwise why.",
  input: z.object({
    configurations: z.array(ConfigChange).check(z.minLength(1), z.maxLength(ConfigType.options.length)),
  }),
  output: z.partialRecord(ConfigType, ConfigResult),
});
