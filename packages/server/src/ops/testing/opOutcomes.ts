import type { OpName } from "@lectern/contract/registry";

/**
 * What a caller gets who uses the ids of somebody else's objects. `notFound`: as if nothing existed. `nothing`: a
 * response without any of the data. `own`: the ids refer to the caller's own objects.
 */
export type Outcome = "allowed" | "forbidden" | "notFound" | "conflict" | "nothing" | "own";

interface OutcomesByLevel {
  none: Outcome;
  siteAdmin: Outcome;
  read: Outcome;
  write: Outcome;
  admin: Outcome;
}

export type OpOutcomes =
  /** Objects that are never shared: everybody but the owner gets the same, except services if `services` is present. */
  | { object: "personal"; others: Outcome; services?: Outcome }
  /** Files, by the role of the caller. */
  | { object: "file"; none: Outcome; use: Outcome; read: Outcome; write: Outcome; admin: Outcome }
  /** Files that are added to a group, by the level of the member. Without a group, they are the caller's own. */
  | ({ object: "groupFile" } & OutcomesByLevel)
  /** Groups themselves, by the level of the member, except for computed members and in the built-in group. */
  | ({ object: "group"; computed?: Outcome; builtIn?: Outcome } & OutcomesByLevel)
  /** Assistants, by the role of the caller. `ofGroup`: what members get if a group owns it, and the role is not the reason. */
  | ({ object: "assistant"; ofGroup?: Outcome } & Record<"none" | "use" | "read" | "write" | "admin", Outcome>)
  /** What only a signature, a random key or a record of this server opens. The tests of the op check for whom. */
  | { object: "signed" }
  /** Nobody but site administrators. */
  | { object: "site" };

const others = (outcome: Outcome) => ({ object: "personal", others: outcome }) as const;
const site = { object: "site" } as const;
const readFiles = { object: "file", read: "allowed", write: "allowed", admin: "allowed" } as const;
const changeFile = {
  object: "file",
  none: "notFound",
  use: "notFound",
  read: "forbidden",
  write: "allowed",
  admin: "allowed",
} as const;
const addToGroup = {
  object: "groupFile",
  none: "notFound",
  siteAdmin: "forbidden",
  read: "forbidden",
  write: "allowed",
  admin: "allowed",
} as const;

const administerGroup = {
  object: "group",
  none: "notFound",
  siteAdmin: "forbidden",
  read: "forbidden",
  write: "forbidden",
  admin: "allowed",
} as const;

const changeAssistant = {
  object: "assistant",
  none: "notFound",
  use: "forbidden",
  read: "forbidden",
  write: "allowed",
  admin: "allowed",
} as const;
const shareAssistant = { ...changeAssistant, write: "forbidden", ofGroup: "forbidden" } as const;

/** Does not compile unless every op has an entry. */
export const opOutcomes: { readonly [Name in OpName]: OpOutcomes } = {
  getAvailableModels: others("nothing"),
  testModelEndpoint: site,
  connectModelEndpoint: site,
  testEndpoint: site,
  listModelServers: site,
  testStoredEndpoint: site,
  refreshModelServer: site,
  removeModelServer: site,
  getFeatureFlags: others("nothing"),
  getMonthToDateCost: others("notFound"),
  getSpending: others("nothing"),
  getOwnUsage: others("nothing"),
  listRuns: others("nothing"),
  listConversations: others("nothing"),
  openConversation: others("notFound"),
  createConversation: others("own"),
  createMultipleConversations: others("own"),
  appendMessages: others("notFound"),
  updateConversation: others("notFound"),
  clearMessages: others("notFound"),
  titleConversation: others("notFound"),
  uploadConversation: others("own"),
  getConversation: others("notFound"),
  getAllConversations: others("nothing"),
  getEmptyConversations: others("nothing"),
  getMultipleConversations: others("nothing"),
  deleteConversation: others("notFound"),
  deleteMultipleConversations: others("nothing"),
  registerConversation: others("own"),
  addArtifactVersions: others("notFound"),
  editArtifactVersion: others("notFound"),
  deleteArtifactVersion: others("notFound"),
  // savedArtifacts.test.ts checks what recipients get.
  getArtifact: { object: "signed" },
  getAllArtifacts: others("nothing"),
  deleteArtifact: { object: "signed" },
  saveArtifact: others("own"),
  shareArtifact: others("own"),
  listPythonFunctions: others("nothing"),
  deletePythonFunction: others("nothing"),
  registerPythonFunction: others("own"),
  // generatedFiles.test.ts checks the callers who name a file of somebody else.
  createCodeInterpreter: others("own"),
  createGeneratedFile: others("own"),
  downloadGeneratedFile: { object: "signed" },
  getFileDownloadUrls: others("nothing"),
  deleteCodeInterpreter: others("nothing"),
  deleteCodeInterpreterThread: others("nothing"),
  // sharing.test.ts checks what recipients get.
  shareItems: others("notFound"),
  listReceivedShares: others("nothing"),
  loadShare: { object: "signed" },
  receiveSharedFiles: { object: "signed" },
  listLegacyWorkspaces: others("nothing"),
  loadLegacyWorkspace: { object: "signed" },
  markShareImported: { object: "signed" },
  removeReceivedShare: others("nothing"),
  listSentShares: others("nothing"),
  withdrawShare: { object: "signed" },
  createShareLink: others("notFound"),
  listShareLinks: others("nothing"),
  openShareLink: { object: "signed" },
  // Takes no ids, and needs a language model; optimizer.test.ts checks the callers.
  // The submission is the caller's own.
  submitQualityImprovement: others("own"),
  listQualitySubmissions: site,
  getQualitySubmission: site,
  exportQualitySubmissions: site,
  deleteQualitySubmission: site,
  optimizePrompt: { object: "signed" },
  // memory.test.ts checks the callers who name a memory or a project of somebody else.
  extractFacts: others("nothing"),
  summarizeMessages: { object: "signed" },
  saveMemory: others("notFound"),
  readMemory: others("nothing"),
  editMemory: { object: "signed" },
  removeMemory: { object: "signed" },
  clearMemories: others("nothing"),
  restoreMemories: others("own"),
  countMemories: others("nothing"),
  createMemoryProject: others("own"),
  getMemoryProjects: others("notFound"),
  editMemoryProject: { object: "signed" },
  removeMemoryProject: { object: "signed" },
  listPendingFacts: others("nothing"),
  dismissFacts: others("nothing"),
  trackEvent: others("nothing"),
  rateAnswer: others("notFound"),
  listAnswerFeedback: others("nothing"),
  deleteMessage: others("notFound"),
  updateMultipleConversations: others("nothing"),
  searchMessages: others("nothing"),
  syncPrompts: others("own"),
  getAccounts: others("nothing"),
  saveAccounts: others("own"),
  getUserSettings: others("nothing"),
  saveUserSettings: others("own"),
  uploadFile: addToGroup,
  beginUpload: addToGroup,
  downloadFile: { ...readFiles, none: "notFound", use: "notFound" },
  listFileTags: others("nothing"),
  setFileEncoding: changeFile,
  setFileTags: changeFile,
  queryFiles: others("nothing"),
  getFiles: { ...readFiles, none: "nothing", use: "nothing" },
  deleteFile: changeFile,
  retryFile: changeFile,
  locatePassage: { ...readFiles, none: "notFound", use: "notFound" },
  readFileContent: { ...readFiles, none: "notFound", use: "notFound" },
  readFileTable: { ...readFiles, none: "notFound", use: "notFound" },
  dualRetrieval: { ...readFiles, none: "nothing", use: "nothing" },
  getEmbeddingQueue: site,
  terminateEmbedding: site,
  retryEmbedding: site,
  // Converts the caller's own text. exportOps.test.ts checks that its URL gives no access to other documents.
  convertConversations: others("own"),
  listExportTemplates: others("nothing"),
  listEmailAddresses: others("nothing"),
  findUnlistedEmailAddresses: others("nothing"),
  listGroups: others("nothing"),
  // Below `write`, only the caller's own membership.
  listGroupMembers: {
    object: "group",
    none: "notFound",
    siteAdmin: "nothing",
    read: "nothing",
    write: "allowed",
    admin: "allowed",
  },
  createGroup: { object: "personal", others: "own", services: "forbidden" },
  updateGroupTypes: administerGroup,
  updateGroupMembers: administerGroup,
  updateGroupPermissions: administerGroup,
  leaveGroup: { ...administerGroup, read: "allowed", write: "allowed", computed: "conflict" },
  deleteGroup: { ...administerGroup, builtIn: "forbidden" },
  updateGroupPublic: { ...administerGroup, siteAdmin: "allowed" },
  updateGroupAmplifyGroups: { ...administerGroup, siteAdmin: "allowed" },
  listAllGroups: site,
  getUsageReport: site,
  getFirstSteps: site,
  hideFirstSteps: site,
  listPeople: site,
  getPerson: site,
  signOutPerson: site,
  blockPerson: site,
  unblockPerson: site,
  previewErasure: site,
  erasePerson: site,
  listErasures: site,
  getErasure: site,
  listAuditEntries: site,
  exportAuditEntries: site,
  listAuditKinds: site,
  checkDataDisclosure: others("nothing"),
  getLatestDataDisclosure: others("nothing"),
  // The address is not the caller's.
  saveDataDisclosureDecision: { object: "signed" },
  uploadDataDisclosure: site,
  getDataDisclosureStatus: site,
  listDataDisclosureAcceptances: site,
  getSiteConfigs: site,
  getFlagsOfPerson: site,
  updateSiteConfigs: site,
  takeOverGroup: site,
  createAssistant: changeAssistant,
  // Below `read`, without what only authors see.
  listAssistants: { ...changeAssistant, none: "nothing", use: "nothing", read: "nothing" },
  getAssistant: { ...changeAssistant, use: "nothing", read: "allowed" },
  listAssistantVersions: changeAssistant,
  deleteAssistant: changeAssistant,
  shareAssistant,
  unshareAssistant: shareAssistant,
  listAssistantShares: shareAssistant,
  leaveAssistant: { ...changeAssistant, use: "allowed", read: "allowed" },
  updateGroupAssistants: { ...administerGroup, write: "allowed" },
  updateBuiltInGroup: site,
  createApiKey: { object: "personal", others: "own", services: "forbidden" },
  listApiKeys: others("nothing"),
  // apiKeys.test.ts and groupKeys.test.ts check the callers of keys that exist.
  revealApiKey: { object: "signed" },
  listSystemIds: others("nothing"),
  deactivateApiKey: { object: "signed" },
  // Whoever knows a secret may report it. Nobody learns whether it belongs to a key.
  reportLeakedApiKey: others("nothing"),
  updateApiKeys: others("nothing"),
  replaceGroupKey: { ...administerGroup, siteAdmin: "allowed" },
  listBuiltInAssistants: site,
  listPptxTemplates: site,
  uploadPptxTemplate: site,
  updatePptxTemplate: site,
  deletePptxTemplate: site,
  getApiDocumentation: others("allowed"),
  uploadApiDocumentation: site,
  listUserIntegrations: others("own"),
  // An administrator has to enable the integration first. connecting.test.ts checks who can complete it.
  startIntegrationAuth: { object: "signed" },
  disconnectIntegration: others("own"),
  getOperations: others("allowed"),
  registerOperations: site,
  deleteOperation: site,
  // No assistant of the table has operations.
  callOperation: { object: "signed" },
  getApiDocumentationTemplates: site,
  getGroupDashboard: { ...administerGroup, write: "allowed" },
  listGroupConversations: { ...administerGroup, write: "allowed" },
  // No assistant of the table has been asked. analyticsCallers.test.ts checks the callers of one that has.
  getGroupConversation: { object: "signed" },
  saveUserRating: { object: "signed" },
  getConversationAnalysis: others("nothing"),
  updateGroupAnalysis: site,
  openAssistantPassage: { object: "signed" },
  // The secret is one of an assistant that has none. executeCustomApi.test.ts checks the callers.
  executeCustomApi: { object: "signed" },
};

/** What a caller gets who has no relation to the objects, and adds files to no group. */
export function getStrangerOutcome(outcomes: OpOutcomes, { isSiteAdmin }: { isSiteAdmin: boolean }): Outcome {
  switch (outcomes.object) {
    case "personal":
      return outcomes.others;
    case "file":
      return outcomes.none;
    case "groupFile":
      return "own";
    case "group":
      return isSiteAdmin ? outcomes.siteAdmin : outcomes.none;
    case "assistant":
      return outcomes.none;
    case "signed":
      return "notFound";
    case "site":
      return "forbidden";
  }
}
