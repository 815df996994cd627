import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  compressText,
  generalAccount,
  keptSecret,
  type OpCallInput,
} from "@lectern/contract";
import type { OpName, Ops } from "@lectern/contract/registry";

/** A marker in every text of the example conversation, which people without access must not find. */
export const exampleMarker = "heliotrope-4711";
const exampleMessage = {
  id: "m1",
  parentId: null,
  role: "user" as const,
  content: exampleMarker,
  data: { state: { a: [1] } },
};
/** Nothing listens at this address. */
const url = "http://127.0.0.1:9/v1";

/** A file key that no person owns. */
export const exampleFileKey = "nobody/2026-11-21/00000000-0000-4000-8000-000000000000.json";

/** The id of a group that does not exist. */
export const exampleGroupId = "Nobody_00000000-0000-4000-8000-000000000000";

/** The id of an assistant that does not exist. */
export const exampleAssistantId = "astp/00000000-0000-4000-8000-000000000000";

/** An artifact of the conversation that the examples refer to. */
export const exampleArtifact = {
  artifactId: "Sales_chart-1234567",
  name: "Sales chart",
  type: "react",
  version: 1,
} as const;

/** The conversation that the examples refer to. */
export const createExampleConversation = (id: string) => ({
  id,
  name: exampleMarker,
  tags: ["t"],
  messages: [exampleMessage],
  artifacts: { [exampleArtifact.artifactId]: [{ ...exampleArtifact, contents: exampleMarker }] },
});

/** The id of a record that does not exist. */
const exampleRecordId = "00000000-0000-4000-8000-000000000000";

/** The id of an API key that does not exist. */
const exampleApiKeyId = `nobody/ownerKey/${exampleRecordId}`;

/** The key of a saved artifact that does not exist. */
export const exampleArtifactKey = "nobody/20261121/Sales_chart:v1";

/** The id of a memory, a project or a fact of nobody. */
const exampleMemoryId = "00000000-0000-4000-8000-000000000001";

/** The key of a snapshot that does not exist. */
const exampleShareKey = "6f9619ff-8b86-4d01-b42d-00c04fc964ff";

const exampleAssistant: AssistantContentInput = {
  name: "A tutor",
  description: "Helps with exercises.",
  instructions: "Give hints.",
  disclaimer: "Tutors err.",
  tags: ["t"],
  data: { conversationTags: ["t"], starters: ["What is a median?"], icon: "🎓", messageOptions: {} },
};

/**
 * Returns an example input of each op, about one conversation, one person, one file, one group and one
 * assistant. This does not compile unless every op has
 * an example, so that tests over all ops (permissions, hostile input) include every new op.
 */
export function getOpExamples(
  conversationId: string,
  email: string,
  fileKey: string = exampleFileKey,
  groupId: string = exampleGroupId,
  assistantId: string = exampleAssistantId,
): { [Name in OpName]: OpCallInput<Ops[Name]> } {
  return {
    getAvailableModels: {},
    testModelEndpoint: { url },
    connectModelEndpoint: { url, modelIds: ["m"] },
    testEndpoint: { url, body: { model: "text-embedding-3-small", input: "Hello" } },
    listModelServers: {},
    testStoredEndpoint: { url, modelId: "m" },
    refreshModelServer: { url },
    removeModelServer: { url },
    getFeatureFlags: {},
    getMonthToDateCost: { email },
    getSpending: {},
    getOwnUsage: {},
    shareItems: {
      note: "Before the exam",
      sharedWith: ["new.member@uni.edu"],
      sharedData: { conversationIds: [conversationId] },
    },
    listReceivedShares: {},
    loadShare: { key: exampleShareKey },
    receiveSharedFiles: { key: exampleShareKey },
    markShareImported: { key: exampleShareKey },
    removeReceivedShare: { key: exampleShareKey },
    listSentShares: {},
    listLegacyWorkspaces: {},
    loadLegacyWorkspace: { key: "w1" },
    withdrawShare: { key: exampleShareKey },
    createShareLink: { sharedData: { conversationIds: [conversationId] } },
    listShareLinks: {},
    openShareLink: { key: exampleShareKey },
    listRuns: { conversationId },
    listConversations: { limit: 5, cursor: "WyIyMDI2LTExLTIxVDA5OjQxOjAwLjAwMFoiLCJjMSJd" },
    openConversation: { conversationId },
    createConversation: {
      conversation: { ...createExampleConversation(conversationId), createdAt: "2026-11-21T09:41:00.000Z" },
    },
    createMultipleConversations: { conversations: [createExampleConversation(conversationId)] },
    appendMessages: { conversationId, messages: [exampleMessage], headId: "m1" },
    updateConversation: {
      conversationId,
      changes: { name: "n", temperature: 1, maxTokens: 5, modelId: "m", prompt: "p" },
    },
    clearMessages: { conversationId },
    titleConversation: { conversationId },
    uploadConversation: {
      conversationId,
      conversation: compressText(JSON.stringify({ id: conversationId, messages: [exampleMessage] })),
      folder: { id: "f", name: "n", type: "chat", date: "today" },
    },
    addArtifactVersions: {
      conversationId,
      versions: [{ ...exampleArtifact, contents: exampleMarker, messageId: "m1" }],
    },
    editArtifactVersion: { conversationId, artifactId: exampleArtifact.artifactId, version: 1, contents: "new" },
    deleteArtifactVersion: { conversationId, artifactId: exampleArtifact.artifactId, version: 1 },
    getArtifact: { artifact_id: exampleArtifactKey },
    getAllArtifacts: {},
    deleteArtifact: { artifact_id: exampleArtifactKey },
    saveArtifact: { artifact: { ...exampleArtifact, contents: compressText(exampleMarker) } },
    shareArtifact: {
      artifact: { ...exampleArtifact, contents: compressText(exampleMarker) },
      shareWith: ["new.member@uni.edu"],
    },
    createCodeInterpreter: {},
    createGeneratedFile: { assistantId: exampleRecordId, name: "chart.png", type: "image/png", size: 3 },
    downloadGeneratedFile: { key: exampleRecordId },
    getFileDownloadUrls: { files: [exampleRecordId], sessionId: exampleRecordId },
    deleteCodeInterpreter: { assistantId: exampleRecordId },
    deleteCodeInterpreterThread: { threadId: exampleRecordId },
    submitQualityImprovement: {
      qiData: { type: "Conversation", summary: exampleMarker, numberOfDataSources: 0, includeUser: true },
      conversation: { name: exampleMarker, messages: [{ role: "user", content: exampleMarker }] },
    },
    listQualitySubmissions: { query: "a", limit: 5 },
    getQualitySubmission: { submissionId: exampleRecordId },
    exportQualitySubmissions: { query: "a", limit: 5 },
    deleteQualitySubmission: { submissionId: exampleRecordId },
    summarizeMessages: { previous: null, messages: [{ role: "user", content: "I teach statistics." }] },
    executeCustomApi: {
      ...{ requestType: "GET", url, auth: { type: "bearer", token: keptSecret }, params: { q: "a" } },
      ...{ assistantId, operationId: exampleMarker },
    },
    optimizePrompt: { prompt: "explain entropy" },
    extractFacts: { user_input: "I teach statistics." },
    saveMemory: { MemoryItem: exampleMarker, MemoryType: "user", MemoryTypeID: email },
    readMemory: {},
    editMemory: { memory_id: exampleMemoryId, content: "new" },
    removeMemory: { memory_id: exampleMemoryId },
    clearMemories: {},
    restoreMemories: {
      memories: [
        {
          ...{ id: exampleMemoryId, content: exampleMarker, memory_type: "user" },
          ...{ memory_type_id: email, timestamp: "2026-11-21T09:41:00.000Z" },
        },
      ],
    },
    countMemories: {},
    createMemoryProject: { ProjectName: exampleMarker },
    getMemoryProjects: { Email: email },
    editMemoryProject: { ProjectID: exampleMemoryId, ProjectName: "new" },
    removeMemoryProject: { ProjectID: exampleMemoryId },
    listPendingFacts: {},
    dismissFacts: { fact_ids: [exampleMemoryId] },
    getConversation: { conversationId },
    getAllConversations: {},
    getEmptyConversations: {},
    getMultipleConversations: { conversationIds: [conversationId] },
    deleteConversation: { conversationId },
    deleteMultipleConversations: { conversationIds: [conversationId] },
    registerConversation: { name: "n", messages: [{ role: "user", content: "Hi" }], tags: ["t"], data: { a: 1 } },
    rateAnswer: { conversationId, messageId: "m2", feedback: { rating: "down", reason: "Wrong" } },
    listAnswerFeedback: { conversationId },
    deleteMessage: { conversationId, messageId: "m1" },
    updateMultipleConversations: {
      conversationIds: [conversationId],
      folderId: "f",
      addTags: ["u"],
      removeTags: ["t"],
    },
    searchMessages: { query: exampleMarker, limit: 5, cursor: "WyIyMDI2LTExLTIxVDA5OjQxOjAwLjAwMFoiLCJjMSJd" },
    syncPrompts: {
      since: 0,
      changes: [
        {
          kind: "prompt",
          id: "p1",
          item: { id: "p1", name: "n", content: "Hi {{name}}", type: "prompt", folderId: "f1", data: { tags: ["t"] } },
          revision: 0,
        },
        { kind: "folder", id: "f1", item: { id: "f1", name: "n", type: "prompt", pinned: true }, revision: 0 },
        { kind: "prompt", id: "p2", item: null, revision: 1 },
      ],
    },
    getAccounts: {},
    saveAccounts: {
      accounts: [
        {
          id: "general_account",
          name: "No COA On File",
          rateLimit: { period: "Unlimited", rate: "0" },
          isDefault: true,
        },
      ],
    },
    getUserSettings: {},
    saveUserSettings: { settings: { theme: "dark", hiddenModelIds: ["m"] } },
    uploadFile: { data: { type: "text/plain", name: "a.txt", tags: ["t"], data: {}, size: 3 } },
    beginUpload: { type: "text/plain", name: "a.txt", tags: ["t"], data: {}, size: 3 },
    downloadFile: { key: fileKey },
    listFileTags: {},
    locatePassage: { key: fileKey, quote: "text" },
    setFileEncoding: { key: fileKey, encoding: "windows-1251" },
    setFileTags: { id: fileKey, tags: ["t"] },
    queryFiles: { pageSize: 5, namePrefix: "a", tags: ["t"], types: ["text/plain"], sortIndex: "name" },
    getFiles: { keys: [fileKey] },
    deleteFile: { key: fileKey },
    retryFile: { key: fileKey },
    readFileContent: { key: fileKey, from: 0, count: 5 },
    readFileTable: { key: fileKey, from: 0, count: 5 },
    dualRetrieval: { userInput: exampleMarker, dataSources: [fileKey], limit: 5 },
    getEmbeddingQueue: {},
    terminateEmbedding: { object_key: fileKey },
    retryEmbedding: { object_key: fileKey },
    convertConversations: {
      content: { history: [{ name: "n", messages: [{ role: "assistant", content: "**Hi**" }] }] },
    },
    listExportTemplates: {},
    listEmailAddresses: { emailprefix: "a" },
    findUnlistedEmailAddresses: { emails: ["a@uni.edu"] },
    listGroups: { limit: 5, cursor: "WyJhIiwiYiJd" },
    listGroupMembers: { group_id: groupId, query: "a", limit: 5, cursor: "WyIiLCIiXQ" },
    createGroup: {
      group_name: `Group ${randomUUID()}`,
      members: { "new.member@uni.edu": "write" },
      types: ["Staff"],
    },
    updateGroupTypes: { group_id: groupId, types: ["Staff", "Student"] },
    updateGroupMembers: { group_id: groupId, update_type: "ADD", members: { "new.member@uni.edu": "write" } },
    updateGroupPermissions: { group_id: groupId, affected_members: { [email]: "write" } },
    leaveGroup: { group_id: groupId },
    deleteGroup: { group_id: groupId },
    updateGroupPublic: { group_id: groupId, isPublic: true },
    updateGroupAmplifyGroups: { group_id: groupId, amplifyGroups: [] },
    listAllGroups: { query: "a", limit: 5, cursor: "WyIiLCIiXQ" },
    takeOverGroup: { group_id: groupId },
    getUsageReport: { from: "2026-11-01", to: "2026-11-30", by: "person", group: "" },
    getFirstSteps: {},
    hideFirstSteps: {},
    listPeople: { query: "a", status: "active", sort: "email", limit: 5, cursor: "WyIiLCIiXQ" },
    getPerson: { personId: "nobody" },
    signOutPerson: { personId: "nobody" },
    blockPerson: { personId: "nobody", successorId: "nobody" },
    unblockPerson: { personId: "nobody" },
    previewErasure: { personId: "nobody" },
    erasePerson: { personId: "nobody", email, successorId: "nobody" },
    listErasures: {},
    getErasure: { personId: "nobody" },
    listAuditEntries: { actor: "system", verb: "block", object: email, until: "2026-11-30T00:00:00.000Z", limit: 5 },
    exportAuditEntries: { objectType: "person", limit: 5 },
    listAuditKinds: {},
    checkDataDisclosure: {},
    getLatestDataDisclosure: {},
    saveDataDisclosureDecision: { email, acceptedDataDisclosure: true },
    uploadDataDisclosure: {
      fileName: "Agreement.pdf",
      contentType: "application/pdf",
      md5: "1B2M2Y8AsgTpgAmY7PhCfg==",
    },
    getDataDisclosureStatus: {},
    listDataDisclosureAcceptances: { limit: 5 },
    getSiteConfigs: { lazy_load: "1" },
    getFlagsOfPerson: { email },
    updateSiteConfigs: { configurations: [{ type: "featureFlags", data: { mtdCost: { enabled: false } } }] },
    createAssistant: { assistantId, baseVersion: 1, ...exampleAssistant },
    listAssistants: { query: "a", limit: 5, cursor: "WyIiLCIiXQ" },
    getAssistant: { assistantId },
    listAssistantVersions: { assistantId },
    deleteAssistant: { assistantId },
    shareAssistant: { assistantId, recipientUsers: ["new.member@uni.edu"], accessType: "read" },
    unshareAssistant: { assistantId, recipientUsers: ["new.member@uni.edu"] },
    listAssistantShares: { assistantId },
    leaveAssistant: { assistantId },
    openAssistantPassage: { citation: "not signed" },
    updateGroupAssistants: { group_id: groupId, update_type: "ADD", assistants: [exampleAssistant] },
    getGroupDashboard: { groupId, startDate: "2026-11-01", endDate: "2026-11-30", includeConversationData: true },
    listGroupConversations: { groupId, query: "a", category: "c", limit: 5 },
    getGroupConversation: { assistantId, conversationId: exampleRecordId },
    saveUserRating: { conversationId, assistantId, userRating: 4, userFeedback: "Good" },
    getConversationAnalysis: { conversationId },
    updateGroupAnalysis: { group_id: groupId, supportConvAnalysis: true },
    listBuiltInAssistants: {},
    listPptxTemplates: {},
    uploadPptxTemplate: { fileName: "Example.pptx", isAvailable: true, amplifyGroups: [] },
    updatePptxTemplate: { template_name: "Missing.pptx", isAvailable: true, amplifyGroups: [] },
    deletePptxTemplate: { template_name: "Missing.pptx" },
    getApiDocumentation: {},
    uploadApiDocumentation: { filename: "API.pdf" },
    getApiDocumentationTemplates: {},
    createApiKey: { account: generalAccount.id, appName: "An application" },
    listApiKeys: {},
    revealApiKey: { apiKeyId: exampleApiKeyId },
    listSystemIds: {},
    deactivateApiKey: { apiKeyId: exampleApiKeyId },
    reportLeakedApiKey: { key: "amp-v1-unknown" },
    updateApiKeys: [{ apiKeyId: exampleApiKeyId, updates: { expirationDate: null } }],
    replaceGroupKey: { groupId },
    getOperations: { tag: "t" },
    registerOperations: {
      ops: [
        {
          ...{ id: "find_course", name: "find_course", url: "https://api.uni.edu/courses", tags: ["t"] },
          ...{ method: "POST", description: "Finds a course.", params: [{ name: "course" }] },
          auth: { type: "bearer", token: "t" },
        },
      ],
    },
    callOperation: { assistantId, operation: "find_course", params: { course: "101", day: ["Monday", "Friday"] } },
    deleteOperation: { op: { id: "missing", name: "missing", tags: ["t"], url: "https://api.uni.edu" } },
    updateBuiltInGroup: { assistants: [exampleAssistant], members: { "new.member@uni.edu": "write" } },
  };
}
