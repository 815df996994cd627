import type { OpName, Ops } from "@lectern/contract/registry";
import type { OpHandler } from "../core/implement.ts";
import { getAccountsHandler } from "../modules/accounts/ops/getAccounts.ts";
import { saveAccountsHandler } from "../modules/accounts/ops/saveAccounts.ts";
import { getConversationAnalysisHandler } from "../modules/analytics/ops/getConversationAnalysis.ts";
import { getGroupConversationHandler } from "../modules/analytics/ops/getGroupConversation.ts";
import { getGroupDashboardHandler } from "../modules/analytics/ops/getGroupDashboard.ts";
import { listGroupConversationsHandler } from "../modules/analytics/ops/listGroupConversations.ts";
import { saveUserRatingHandler } from "../modules/analytics/ops/saveUserRating.ts";
import { updateGroupAnalysisHandler } from "../modules/analytics/ops/updateGroupAnalysis.ts";
import { getApiDocumentationHandler } from "../modules/apiDocumentation/ops/getApiDocumentation.ts";
import { getApiDocumentationTemplatesHandler } from "../modules/apiDocumentation/ops/getApiDocumentationTemplates.ts";
import { uploadApiDocumentationHandler } from "../modules/apiDocumentation/ops/uploadApiDocumentation.ts";
import { createApiKeyHandler } from "../modules/apiKeys/ops/createApiKey.ts";
import { deactivateApiKeyHandler } from "../modules/apiKeys/ops/deactivateApiKey.ts";
import { listApiKeysHandler } from "../modules/apiKeys/ops/listApiKeys.ts";
import { listSystemIdsHandler } from "../modules/apiKeys/ops/listSystemIds.ts";
import { replaceGroupKeyHandler } from "../modules/apiKeys/ops/replaceGroupKey.ts";
import { reportLeakedApiKeyHandler } from "../modules/apiKeys/ops/reportLeakedApiKey.ts";
import { revealApiKeyHandler } from "../modules/apiKeys/ops/revealApiKey.ts";
import { updateApiKeysHandler } from "../modules/apiKeys/ops/updateApiKeys.ts";
import { deleteArtifactHandler } from "../modules/artifacts/ops/deleteArtifact.ts";
import { getAllArtifactsHandler } from "../modules/artifacts/ops/getAllArtifacts.ts";
import { getArtifactHandler } from "../modules/artifacts/ops/getArtifact.ts";
import { saveArtifactHandler } from "../modules/artifacts/ops/saveArtifact.ts";
import { shareArtifactHandler } from "../modules/artifacts/ops/shareArtifact.ts";
import { callOperationHandler } from "../modules/assistants/ops/callOperation.ts";
import { createAssistantHandler } from "../modules/assistants/ops/createAssistant.ts";
import { deleteAssistantHandler } from "../modules/assistants/ops/deleteAssistant.ts";
import { executeCustomApiHandler } from "../modules/assistants/ops/executeCustomApi.ts";
import { getAssistantHandler } from "../modules/assistants/ops/getAssistant.ts";
import { leaveAssistantHandler } from "../modules/assistants/ops/leaveAssistant.ts";
import { listAssistantSharesHandler } from "../modules/assistants/ops/listAssistantShares.ts";
import { listAssistantsHandler } from "../modules/assistants/ops/listAssistants.ts";
import { listAssistantVersionsHandler } from "../modules/assistants/ops/listAssistantVersions.ts";
import { listBuiltInAssistantsHandler } from "../modules/assistants/ops/listBuiltInAssistants.ts";
import { shareAssistantHandler } from "../modules/assistants/ops/shareAssistant.ts";
import { unshareAssistantHandler } from "../modules/assistants/ops/unshareAssistant.ts";
import { updateBuiltInGroupHandler } from "../modules/assistants/ops/updateBuiltInGroup.ts";
import { updateGroupAssistantsHandler } from "../modules/assistants/ops/updateGroupAssistants.ts";
import { exportAuditEntriesHandler } from "../modules/audit/ops/exportAuditEntries.ts";
import { listAuditEntriesHandler } from "../modules/audit/ops/listAuditEntries.ts";
import { listAuditKindsHandler } from "../modules/audit/ops/listAuditKinds.ts";
import { listRunsHandler } from "../modules/chat/ops/listRuns.ts";
import { createCodeInterpreterHandler } from "../modules/codeInterpreter/ops/createCodeInterpreter.ts";
import { createGeneratedFileHandler } from "../modules/codeInterpreter/ops/createGeneratedFile.ts";
import { deleteCodeInterpreterHandler } from "../modules/codeInterpreter/ops/deleteCodeInterpreter.ts";
import { deleteCodeInterpreterThreadHandler } from "../modules/codeInterpreter/ops/deleteCodeInterpreterThread.ts";
import { downloadGeneratedFileHandler } from "../modules/codeInterpreter/ops/downloadGeneratedFile.ts";
import { getFileDownloadUrlsHandler } from "../modules/codeInterpreter/ops/getFileDownloadUrls.ts";
import { addArtifactVersionsHandler } from "../modules/conversations/ops/addArtifactVersions.ts";
import { appendMessagesHandler } from "../modules/conversations/ops/appendMessages.ts";
import { clearMessagesHandler } from "../modules/conversations/ops/clearMessages.ts";
import { createConversationHandler } from "../modules/conversations/ops/createConversation.ts";
import { createMultipleConversationsHandler } from "../modules/conversations/ops/createMultipleConversations.ts";
import { deleteArtifactVersionHandler } from "../modules/conversations/ops/deleteArtifactVersion.ts";
import { deleteConversationHandler } from "../modules/conversations/ops/deleteConversation.ts";
import { deleteMessageHandler } from "../modules/conversations/ops/deleteMessage.ts";
import { deleteMultipleConversationsHandler } from "../modules/conversations/ops/deleteMultipleConversations.ts";
import { editArtifactVersionHandler } from "../modules/conversations/ops/editArtifactVersion.ts";
import { getAllConversationsHandler } from "../modules/conversations/ops/getAllConversations.ts";
import { getConversationHandler } from "../modules/conversations/ops/getConversation.ts";
import { getEmptyConversationsHandler } from "../modules/conversations/ops/getEmptyConversations.ts";
import { getMultipleConversationsHandler } from "../modules/conversations/ops/getMultipleConversations.ts";
import { listConversationsHandler } from "../modules/conversations/ops/listConversations.ts";
import { openConversationHandler } from "../modules/conversations/ops/openConversation.ts";
import { registerConversationHandler } from "../modules/conversations/ops/registerConversation.ts";
import { searchMessagesHandler } from "../modules/conversations/ops/searchMessages.ts";
import { titleConversationHandler } from "../modules/conversations/ops/titleConversation.ts";
import { updateConversationHandler } from "../modules/conversations/ops/updateConversation.ts";
import { updateMultipleConversationsHandler } from "../modules/conversations/ops/updateMultipleConversations.ts";
import { uploadConversationHandler } from "../modules/conversations/ops/uploadConversation.ts";
import { checkDataDisclosureHandler } from "../modules/disclosure/ops/checkDataDisclosure.ts";
import { getDataDisclosureStatusHandler } from "../modules/disclosure/ops/getDataDisclosureStatus.ts";
import { getLatestDataDisclosureHandler } from "../modules/disclosure/ops/getLatestDataDisclosure.ts";
import { listDataDisclosureAcceptancesHandler } from "../modules/disclosure/ops/listDataDisclosureAcceptances.ts";
import { saveDataDisclosureDecisionHandler } from "../modules/disclosure/ops/saveDataDisclosureDecision.ts";
import { uploadDataDisclosureHandler } from "../modules/disclosure/ops/uploadDataDisclosure.ts";
import { convertConversationsHandler } from "../modules/export/ops/convertConversations.ts";
import { deletePptxTemplateHandler } from "../modules/export/ops/deletePptxTemplate.ts";
import { listExportTemplatesHandler } from "../modules/export/ops/listExportTemplates.ts";
import { listPptxTemplatesHandler } from "../modules/export/ops/listPptxTemplates.ts";
import { updatePptxTemplateHandler } from "../modules/export/ops/updatePptxTemplate.ts";
import { uploadPptxTemplateHandler } from "../modules/export/ops/uploadPptxTemplate.ts";
import { listAnswerFeedbackHandler } from "../modules/feedback/ops/listAnswerFeedback.ts";
import { rateAnswerHandler } from "../modules/feedback/ops/rateAnswer.ts";
import { beginUploadHandler } from "../modules/files/ops/beginUpload.ts";
import { deleteFileHandler } from "../modules/files/ops/deleteFile.ts";
import { downloadFileHandler } from "../modules/files/ops/downloadFile.ts";
import { getFilesHandler } from "../modules/files/ops/getFiles.ts";
import { listFileTagsHandler } from "../modules/files/ops/listFileTags.ts";
import { locatePassageHandler } from "../modules/files/ops/locatePassage.ts";
import { queryFilesHandler } from "../modules/files/ops/queryFiles.ts";
import { readFileContentHandler } from "../modules/files/ops/readFileContent.ts";
import { readFileTableHandler } from "../modules/files/ops/readFileTable.ts";
import { retryFileHandler } from "../modules/files/ops/retryFile.ts";
import { setFileEncodingHandler } from "../modules/files/ops/setFileEncoding.ts";
import { setFileTagsHandler } from "../modules/files/ops/setFileTags.ts";
import { uploadFileHandler } from "../modules/files/ops/uploadFile.ts";
import { getFirstStepsHandler } from "../modules/firstSteps/ops/getFirstSteps.ts";
import { hideFirstStepsHandler } from "../modules/firstSteps/ops/hideFirstSteps.ts";
import { getFeatureFlagsHandler } from "../modules/flags/ops/getFeatureFlags.ts";
import { createGroupHandler } from "../modules/groups/ops/createGroup.ts";
import { deleteGroupHandler } from "../modules/groups/ops/deleteGroup.ts";
import { leaveGroupHandler } from "../modules/groups/ops/leaveGroup.ts";
import { listAllGroupsHandler } from "../modules/groups/ops/listAllGroups.ts";
import { listGroupMembersHandler } from "../modules/groups/ops/listGroupMembers.ts";
import { listGroupsHandler } from "../modules/groups/ops/listGroups.ts";
import { takeOverGroupHandler } from "../modules/groups/ops/takeOverGroup.ts";
import { updateGroupAmplifyGroupsHandler } from "../modules/groups/ops/updateGroupAmplifyGroups.ts";
import { updateGroupMembersHandler } from "../modules/groups/ops/updateGroupMembers.ts";
import { updateGroupPermissionsHandler } from "../modules/groups/ops/updateGroupPermissions.ts";
import { updateGroupPublicHandler } from "../modules/groups/ops/updateGroupPublic.ts";
import { updateGroupTypesHandler } from "../modules/groups/ops/updateGroupTypes.ts";
import { disconnectIntegrationHandler } from "../modules/integrations/ops/disconnectIntegration.ts";
import { listUserIntegrationsHandler } from "../modules/integrations/ops/listUserIntegrations.ts";
import { startIntegrationAuthHandler } from "../modules/integrations/ops/startIntegrationAuth.ts";
import { listLegacyWorkspacesHandler } from "../modules/legacyWorkspaces/ops/listLegacyWorkspaces.ts";
import { loadLegacyWorkspaceHandler } from "../modules/legacyWorkspaces/ops/loadLegacyWorkspace.ts";
import { clearMemoriesHandler } from "../modules/memory/ops/clearMemories.ts";
import { countMemoriesHandler } from "../modules/memory/ops/countMemories.ts";
import { createMemoryProjectHandler } from "../modules/memory/ops/createMemoryProject.ts";
import { dismissFactsHandler } from "../modules/memory/ops/dismissFacts.ts";
import { editMemoryHandler } from "../modules/memory/ops/editMemory.ts";
import { editMemoryProjectHandler } from "../modules/memory/ops/editMemoryProject.ts";
import { extractFactsHandler } from "../modules/memory/ops/extractFacts.ts";
import { getMemoryProjectsHandler } from "../modules/memory/ops/getMemoryProjects.ts";
import { listPendingFactsHandler } from "../modules/memory/ops/listPendingFacts.ts";
import { readMemoryHandler } from "../modules/memory/ops/readMemory.ts";
import { removeMemoryHandler } from "../modules/memory/ops/removeMemory.ts";
import { removeMemoryProjectHandler } from "../modules/memory/ops/removeMemoryProject.ts";
import { restoreMemoriesHandler } from "../modules/memory/ops/restoreMemories.ts";
import { saveMemoryHandler } from "../modules/memory/ops/saveMemory.ts";
import { connectModelEndpointHandler } from "../modules/models/ops/connectModelEndpoint.ts";
import { getAvailableModelsHandler } from "../modules/models/ops/getAvailableModels.ts";
import { listModelServersHandler } from "../modules/models/ops/listModelServers.ts";
import { refreshModelServerHandler } from "../modules/models/ops/refreshModelServer.ts";
import { removeModelServerHandler } from "../modules/models/ops/removeModelServer.ts";
import { testEndpointHandler } from "../modules/models/ops/testEndpoint.ts";
import { testModelEndpointHandler } from "../modules/models/ops/testModelEndpoint.ts";
import { testStoredEndpointHandler } from "../modules/models/ops/testStoredEndpoint.ts";
import { deleteOperationHandler } from "../modules/operations/ops/deleteOperation.ts";
import { getOperationsHandler } from "../modules/operations/ops/getOperations.ts";
import { registerOperationsHandler } from "../modules/operations/ops/registerOperations.ts";
import { optimizePromptHandler } from "../modules/optimizer/ops/optimizePrompt.ts";
import { blockPersonHandler } from "../modules/people/ops/blockPerson.ts";
import { erasePersonHandler } from "../modules/people/ops/erasePerson.ts";
import { findUnlistedEmailAddressesHandler } from "../modules/people/ops/findUnlistedEmailAddresses.ts";
import { getErasureHandler } from "../modules/people/ops/getErasure.ts";
import { getPersonHandler } from "../modules/people/ops/getPerson.ts";
import { listEmailAddressesHandler } from "../modules/people/ops/listEmailAddresses.ts";
import { listErasuresHandler } from "../modules/people/ops/listErasures.ts";
import { listPeopleHandler } from "../modules/people/ops/listPeople.ts";
import { previewErasureHandler } from "../modules/people/ops/previewErasure.ts";
import { signOutPersonHandler } from "../modules/people/ops/signOutPerson.ts";
import { unblockPersonHandler } from "../modules/people/ops/unblockPerson.ts";
import { syncPromptsHandler } from "../modules/prompts/ops/syncPrompts.ts";
import { deletePythonFunctionHandler } from "../modules/pythonFunctions/ops/deletePythonFunction.ts";
import { listPythonFunctionsHandler } from "../modules/pythonFunctions/ops/listPythonFunctions.ts";
import { registerPythonFunctionHandler } from "../modules/pythonFunctions/ops/registerPythonFunction.ts";
import { deleteQualitySubmissionHandler } from "../modules/qualityImprovement/ops/deleteQualitySubmission.ts";
import { exportQualitySubmissionsHandler } from "../modules/qualityImprovement/ops/exportQualitySubmissions.ts";
import { getQualitySubmissionHandler } from "../modules/qualityImprovement/ops/getQualitySubmission.ts";
import { listQualitySubmissionsHandler } from "../modules/qualityImprovement/ops/listQualitySubmissions.ts";
import { submitQualityImprovementHandler } from "../modules/qualityImprovement/ops/submitQualityImprovement.ts";
import { dualRetrievalHandler } from "../modules/retrieval/ops/dualRetrieval.ts";
import { getEmbeddingQueueHandler } from "../modules/retrieval/ops/getEmbeddingQueue.ts";
import { retryEmbeddingHandler } from "../modules/retrieval/ops/retryEmbedding.ts";
import { terminateEmbeddingHandler } from "../modules/retrieval/ops/terminateEmbedding.ts";
import { getUserSettingsHandler } from "../modules/settings/ops/getUserSettings.ts";
import { saveUserSettingsHandler } from "../modules/settings/ops/saveUserSettings.ts";
import { createShareLinkHandler } from "../modules/sharing/ops/createShareLink.ts";
import { listReceivedSharesHandler } from "../modules/sharing/ops/listReceivedShares.ts";
import { listSentSharesHandler } from "../modules/sharing/ops/listSentShares.ts";
import { listShareLinksHandler } from "../modules/sharing/ops/listShareLinks.ts";
import { loadShareHandler } from "../modules/sharing/ops/loadShare.ts";
import { markShareImportedHandler } from "../modules/sharing/ops/markShareImported.ts";
import { openShareLinkHandler } from "../modules/sharing/ops/openShareLink.ts";
import { receiveSharedFilesHandler } from "../modules/sharing/ops/receiveSharedFiles.ts";
import { removeReceivedShareHandler } from "../modules/sharing/ops/removeReceivedShare.ts";
import { shareItemsHandler } from "../modules/sharing/ops/shareItems.ts";
import { withdrawShareHandler } from "../modules/sharing/ops/withdrawShare.ts";
import { getFlagsOfPersonHandler } from "../modules/siteConfig/ops/getFlagsOfPerson.ts";
import { getSiteConfigsHandler } from "../modules/siteConfig/ops/getSiteConfigs.ts";
import { updateSiteConfigsHandler } from "../modules/siteConfig/ops/updateSiteConfigs.ts";
import { openAssistantPassageHandler } from "../modules/sources/ops/openAssistantPassage.ts";
import { summarizeMessagesHandler } from "../modules/summaries/ops/summarizeMessages.ts";
import { trackEventHandler } from "../modules/tracking/ops/trackEvent.ts";
import { getMonthToDateCostHandler } from "../modules/usage/ops/getMonthToDateCost.ts";
import { getOwnUsageHandler } from "../modules/usage/ops/getOwnUsage.ts";
import { getSpendingHandler } from "../modules/usage/ops/getSpending.ts";
import { getUsageReportHandler } from "../modules/usage/ops/getUsageReport.ts";

/** Does not compile unless every op of the contract has a handler. */
const handlers: { readonly [Name in OpName]: OpHandler<Ops[Name]> } = {
  getAvailableModels: getAvailableModelsHandler,
  testModelEndpoint: testModelEndpointHandler,
  connectModelEndpoint: connectModelEndpointHandler,
  testEndpoint: testEndpointHandler,
  listModelServers: listModelServersHandler,
  testStoredEndpoint: testStoredEndpointHandler,
  refreshModelServer: refreshModelServerHandler,
  removeModelServer: removeModelServerHandler,
  getFeatureFlags: getFeatureFlagsHandler,
  getMonthToDateCost: getMonthToDateCostHandler,
  getSpending: getSpendingHandler,
  getOwnUsage: getOwnUsageHandler,
  listLegacyWorkspaces: listLegacyWorkspacesHandler,
  loadLegacyWorkspace: loadLegacyWorkspaceHandler,
  listReceivedShares: listReceivedSharesHandler,
  listSentShares: listSentSharesHandler,
  createShareLink: createShareLinkHandler,
  listShareLinks: listShareLinksHandler,
  openShareLink: openShareLinkHandler,
  loadShare: loadShareHandler,
  receiveSharedFiles: receiveSharedFilesHandler,
  markShareImported: markShareImportedHandler,
  removeReceivedShare: removeReceivedShareHandler,
  shareItems: shareItemsHandler,
  withdrawShare: withdrawShareHandler,
  listRuns: listRunsHandler,
  listConversations: listConversationsHandler,
  openConversation: openConversationHandler,
  createConversation: createConversationHandler,
  createMultipleConversations: createMultipleConversationsHandler,
  appendMessages: appendMessagesHandler,
  updateConversation: updateConversationHandler,
  clearMessages: clearMessagesHandler,
  titleConversation: titleConversationHandler,
  summarizeMessages: summarizeMessagesHandler,
  uploadConversation: uploadConversationHandler,
  getConversation: getConversationHandler,
  getAllConversations: getAllConversationsHandler,
  getEmptyConversations: getEmptyConversationsHandler,
  getMultipleConversations: getMultipleConversationsHandler,
  deleteConversation: deleteConversationHandler,
  deleteMultipleConversations: deleteMultipleConversationsHandler,
  registerConversation: registerConversationHandler,
  addArtifactVersions: addArtifactVersionsHandler,
  editArtifactVersion: editArtifactVersionHandler,
  deleteArtifactVersion: deleteArtifactVersionHandler,
  getArtifact: getArtifactHandler,
  getAllArtifacts: getAllArtifactsHandler,
  deleteArtifact: deleteArtifactHandler,
  saveArtifact: saveArtifactHandler,
  shareArtifact: shareArtifactHandler,
  listPythonFunctions: listPythonFunctionsHandler,
  deletePythonFunction: deletePythonFunctionHandler,
  registerPythonFunction: registerPythonFunctionHandler,
  createCodeInterpreter: createCodeInterpreterHandler,
  createGeneratedFile: createGeneratedFileHandler,
  deleteCodeInterpreter: deleteCodeInterpreterHandler,
  deleteCodeInterpreterThread: deleteCodeInterpreterThreadHandler,
  downloadGeneratedFile: downloadGeneratedFileHandler,
  getFileDownloadUrls: getFileDownloadUrlsHandler,
  getOperations: getOperationsHandler,
  registerOperations: registerOperationsHandler,
  deleteOperation: deleteOperationHandler,
  listUserIntegrations: listUserIntegrationsHandler,
  startIntegrationAuth: startIntegrationAuthHandler,
  disconnectIntegration: disconnectIntegrationHandler,
  callOperation: callOperationHandler,
  executeCustomApi: executeCustomApiHandler,
  optimizePrompt: optimizePromptHandler,
  extractFacts: extractFactsHandler,
  saveMemory: saveMemoryHandler,
  readMemory: readMemoryHandler,
  editMemory: editMemoryHandler,
  removeMemory: removeMemoryHandler,
  clearMemories: clearMemoriesHandler,
  restoreMemories: restoreMemoriesHandler,
  countMemories: countMemoriesHandler,
  createMemoryProject: createMemoryProjectHandler,
  getMemoryProjects: getMemoryProjectsHandler,
  editMemoryProject: editMemoryProjectHandler,
  removeMemoryProject: removeMemoryProjectHandler,
  listPendingFacts: listPendingFactsHandler,
  dismissFacts: dismissFactsHandler,
  rateAnswer: rateAnswerHandler,
  trackEvent: trackEventHandler,
  listAnswerFeedback: listAnswerFeedbackHandler,
  deleteMessage: deleteMessageHandler,
  updateMultipleConversations: updateMultipleConversationsHandler,
  searchMessages: searchMessagesHandler,
  syncPrompts: syncPromptsHandler,
  getAccounts: getAccountsHandler,
  saveAccounts: saveAccountsHandler,
  getUserSettings: getUserSettingsHandler,
  saveUserSettings: saveUserSettingsHandler,
  dualRetrieval: dualRetrievalHandler,
  getEmbeddingQueue: getEmbeddingQueueHandler,
  terminateEmbedding: terminateEmbeddingHandler,
  retryEmbedding: retryEmbeddingHandler,
  uploadFile: uploadFileHandler,
  beginUpload: beginUploadHandler,
  downloadFile: downloadFileHandler,
  listFileTags: listFileTagsHandler,
  setFileEncoding: setFileEncodingHandler,
  setFileTags: setFileTagsHandler,
  queryFiles: queryFilesHandler,
  getFiles: getFilesHandler,
  deleteFile: deleteFileHandler,
  retryFile: retryFileHandler,
  locatePassage: locatePassageHandler,
  readFileContent: readFileContentHandler,
  readFileTable: readFileTableHandler,
  convertConversations: convertConversationsHandler,
  listExportTemplates: listExportTemplatesHandler,
  listEmailAddresses: listEmailAddressesHandler,
  findUnlistedEmailAddresses: findUnlistedEmailAddressesHandler,
  listGroups: listGroupsHandler,
  listGroupMembers: listGroupMembersHandler,
  createGroup: createGroupHandler,
  updateGroupTypes: updateGroupTypesHandler,
  updateGroupMembers: updateGroupMembersHandler,
  updateGroupPermissions: updateGroupPermissionsHandler,
  leaveGroup: leaveGroupHandler,
  deleteGroup: deleteGroupHandler,
  updateGroupPublic: updateGroupPublicHandler,
  updateGroupAmplifyGroups: updateGroupAmplifyGroupsHandler,
  listAllGroups: listAllGroupsHandler,
  takeOverGroup: takeOverGroupHandler,
  createAssistant: createAssistantHandler,
  listAssistants: listAssistantsHandler,
  getAssistant: getAssistantHandler,
  listAssistantVersions: listAssistantVersionsHandler,
  deleteAssistant: deleteAssistantHandler,
  shareAssistant: shareAssistantHandler,
  unshareAssistant: unshareAssistantHandler,
  listAssistantShares: listAssistantSharesHandler,
  leaveAssistant: leaveAssistantHandler,
  updateGroupAssistants: updateGroupAssistantsHandler,
  getUsageReport: getUsageReportHandler,
  getFirstSteps: getFirstStepsHandler,
  hideFirstSteps: hideFirstStepsHandler,
  listPeople: listPeopleHandler,
  getPerson: getPersonHandler,
  signOutPerson: signOutPersonHandler,
  blockPerson: blockPersonHandler,
  unblockPerson: unblockPersonHandler,
  previewErasure: previewErasureHandler,
  erasePerson: erasePersonHandler,
  listErasures: listErasuresHandler,
  getErasure: getErasureHandler,
  listAuditEntries: listAuditEntriesHandler,
  exportAuditEntries: exportAuditEntriesHandler,
  listAuditKinds: listAuditKindsHandler,
  checkDataDisclosure: checkDataDisclosureHandler,
  getDataDisclosureStatus: getDataDisclosureStatusHandler,
  getLatestDataDisclosure: getLatestDataDisclosureHandler,
  listDataDisclosureAcceptances: listDataDisclosureAcceptancesHandler,
  saveDataDisclosureDecision: saveDataDisclosureDecisionHandler,
  uploadDataDisclosure: uploadDataDisclosureHandler,
  getSiteConfigs: getSiteConfigsHandler,
  getFlagsOfPerson: getFlagsOfPersonHandler,
  updateSiteConfigs: updateSiteConfigsHandler,
  updateBuiltInGroup: updateBuiltInGroupHandler,
  listPptxTemplates: listPptxTemplatesHandler,
  uploadPptxTemplate: uploadPptxTemplateHandler,
  updatePptxTemplate: updatePptxTemplateHandler,
  deletePptxTemplate: deletePptxTemplateHandler,
  getApiDocumentation: getApiDocumentationHandler,
  uploadApiDocumentation: uploadApiDocumentationHandler,
  getApiDocumentationTemplates: getApiDocumentationTemplatesHandler,
  createApiKey: createApiKeyHandler,
  listApiKeys: listApiKeysHandler,
  revealApiKey: revealApiKeyHandler,
  listSystemIds: listSystemIdsHandler,
  deactivateApiKey: deactivateApiKeyHandler,
  reportLeakedApiKey: reportLeakedApiKeyHandler,
  updateApiKeys: updateApiKeysHandler,
  replaceGroupKey: replaceGroupKeyHandler,
  listBuiltInAssistants: listBuiltInAssistantsHandler,
  getGroupDashboard: getGroupDashboardHandler,
  listGroupConversations: listGroupConversationsHandler,
  getGroupConversation: getGroupConversationHandler,
  saveUserRating: saveUserRatingHandler,
  getConversationAnalysis: getConversationAnalysisHandler,
  updateGroupAnalysis: updateGroupAnalysisHandler,
  openAssistantPassage: openAssistantPassageHandler,
  submitQualityImprovement: submitQualityImprovementHandler,
  listQualitySubmissions: listQualitySubmissionsHandler,
  getQualitySubmission: getQualitySubmissionHandler,
  exportQualitySubmissions: exportQualitySubmissionsHandler,
  deleteQualitySubmission: deleteQualitySubmissionHandler,
};

/** Every op with its handler. The type of `handlers` ensures that the two match, and `runOp` parses the input. */
export const registry: readonly OpHandler[] = Object.values(handlers as Record<OpName, OpHandler>);

/** Every op by its name. The type of `handlers` ensures that each op is under its own name. */
export const ops = Object.fromEntries(Object.entries(handlers).map(([name, { op }]) => [name, op])) as Ops;

const handlersByRoute = new Map(registry.map((handler) => [`${handler.op.method} ${handler.op.path}`, handler]));

/**
 * Finds the handler of the shared op with exactly this method and path. The path must match literally; segments such as
 * `..` have no meaning.
 */
export function findSharedHandler(method: string, path: string): OpHandler | null {
  const handler = handlersByRoute.get(`${method} ${path}`);
  return handler?.op.entryPoint === "shared" ? handler : null;
}
