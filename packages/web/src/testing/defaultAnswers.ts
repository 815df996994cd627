import {
  countMemories,
  defaultEditableRateLimit,
  type FirstStep,
  FlagName,
  generalAccount,
  getAccounts,
  getAvailableModels,
  getConversationAnalysis,
  getFeatureFlags,
  getFirstSteps,
  getMonthToDateCost,
  getOwnUsage,
  getSpending,
  getUsageReport,
  getUserSettings,
  listApiKeys,
  listAssistants,
  listAuditEntries,
  listAuditKinds,
  listConversations,
  listErasures,
  listFileTags,
  listGroups,
  listLegacyWorkspaces,
  listPeople,
  listQualitySubmissions,
  listReceivedShares,
  listRuns,
  listShareLinks,
  type Model,
  monthToDateCostField,
  type OpCallInput,
  type OpDefinition,
  type OpOutput,
  queryFiles,
  saveUserSettings,
  searchMessages,
  syncPrompts,
  titleConversation,
} from "@lectern/contract";

/** The flags that are on by default on a server. */
const flagsOnByDefault: ReadonlySet<FlagName> = new Set([
  "ragEnabled",
  "uploadDocuments",
  "followUpCreate",
  "rootPromptCreate",
  "dataSourceSelectorOnInput",
  "storeCloudConversations",
  "shareLinks",
]);

/** The flags of a person: those that are on by default, with changes. */
export function createFlags(changes: Partial<Record<FlagName, boolean>> = {}): OpOutput<typeof getFeatureFlags> {
  const defaults = FlagName.options.map((name): [FlagName, boolean] => [name, flagsOnByDefault.has(name)]);
  return { ...(Object.fromEntries(defaults) as Record<FlagName, boolean>), ...changes }; // all names are there
}

/** What an administrator of a new server has done. */
export const createFirstSteps = (changes: Partial<Record<FirstStep, boolean>> = {}): Record<FirstStep, boolean> => ({
  ...{ model: false, signIn: false, limits: false, storage: false, group: false },
  ...changes,
});

/** A model that a server offers. */
export const createModel = (fields: Partial<Model> = {}): Model => ({
  id: "local/scripted-large",
  name: "scripted-large",
  provider: "OpenAI-compatible",
  description: "",
  inputContextWindow: 128_000,
  outputTokenLimit: 4_096,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: true,
  ...fields,
});

/** The answer to `getAvailableModels` with these models, of which the first is the default. */
export function createModels(
  models: readonly Model[] = [
    createModel(),
    createModel({ id: "local/scripted-small", name: "scripted-small", isDefault: false }),
  ],
): OpOutput<typeof getAvailableModels> {
  const [first = null] = models;
  return { default: first, cheapest: models.at(-1) ?? null, advanced: first, models: [...models] };
}

type Answer = readonly [op: OpDefinition, respond: (input: unknown) => unknown];

/** Checks the types of one entry of `defaultAnswers`. */
const answer = <Op extends OpDefinition>(op: Op, respond: (input: OpCallInput<Op>) => OpOutput<Op>): Answer => [
  op,
  respond as Answer[1], // an op is called with its own input
];

/** The answers of a server on which a person has just signed in for the first time. */
const defaultAnswers: readonly Answer[] = [
  answer(getFeatureFlags, () => createFlags()),
  answer(getAvailableModels, () => createModels()),
  answer(getUserSettings, () => ({ settings: null })),
  answer(saveUserSettings, () => ({})),
  answer(syncPrompts, ({ changes = [] }) => ({
    cursor: 1,
    items: changes.map((change) => ({ ...change, revision: change.revision + 1 })) as OpOutput<
      typeof syncPrompts
    >["items"],
    hasMore: false,
    conflicts: [],
    updatedAt: new Date().toISOString(),
  })),
  answer(listConversations, () => ({ conversations: [], nextCursor: null })),
  answer(searchMessages, () => ({ hits: [], nextCursor: null })),
  answer(listRuns, () => ({ runs: [] })),
  answer(titleConversation, () => ({ name: "A title" })),
  answer(listApiKeys, () => ({ keys: [] })),
  answer(listGroups, () => ({ groups: [], nextCursor: null })),
  answer(listLegacyWorkspaces, () => ({ items: [] })),
  answer(listPeople, () => ({ people: [], nextCursor: null })),
  answer(listQualitySubmissions, () => ({ submissions: [], nextCursor: null })),
  answer(listErasures, () => ({ erasures: [] })),
  answer(listAuditEntries, () => ({ entries: [], names: {}, nextCursor: null })),
  answer(listAuditKinds, () => ({ verbs: [], objectTypes: [] })),
  answer(getFirstSteps, () => ({ isHidden: true, done: createFirstSteps() })),
  answer(listReceivedShares, () => ({ items: [] })),
  answer(listShareLinks, () => ({ items: [] })),
  answer(listAssistants, () => ({ assistants: [], nextCursor: null })),
  answer(queryFiles, () => ({ items: [], pageKey: null })),
  answer(countMemories, () => ({ user: 0, project: 0, assistant: 0, total: 0 })),
  answer(listFileTags, () => ({ tags: [] })),
  answer(getConversationAnalysis, () => ({ ratings: [], openings: [] })),
  answer(getMonthToDateCost, () => ({ [monthToDateCostField]: 0 })),
  answer(getUsageReport, () => ({
    ...{ total: { calls: 0, inputTokens: 0, outputTokens: 0, cost: "0" }, days: [], rows: [], rowCount: 0 },
    filters: {},
  })),
  answer(getOwnUsage, () => ({ months: [] })),
  answer(getAccounts, () => ({
    accounts: [{ ...generalAccount, rateLimit: defaultEditableRateLimit, isDefault: true }],
    ...{ revision: "1", coaPattern: ".+" },
  })),
  answer(getSpending, () => ({ limits: [], thisMonth: { answers: 0, inputTokens: 0, outputTokens: 0 } })),
];

/** Returns the result of a call that a test has not stubbed; undefined if there is no default for the op. */
export function answerByDefault(op: OpDefinition, input: unknown): unknown {
  return defaultAnswers.find(([each]) => each === op)?.[1](input);
}
