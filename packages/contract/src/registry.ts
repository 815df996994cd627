import { listRuns } from "./chat.ts";
import * as conversations from "./conversations.ts";
import type { OpDefinition } from "./defineOp.ts";
import { convertConversations, listExportTemplates } from "./exports.ts";
import * as files from "./files.ts";
import { getFeatureFlags } from "./flags.ts";
import { connectModelEndpoint, getAvailableModels, testModelEndpoint } from "./models.ts";
import { syncPrompts } from "./prompts.ts";
import { dualRetrieval, getEmbeddingQueue, terminateEmbedding } from "./retrieval.ts";
import { getUserSettings, saveUserSettings } from "./settings.ts";
import { getMonthToDateCost, getSpending } from "./usage.ts";

/** All ops. The server's registry does not compile until each has a handler. */
export const ops = {
  getAvailableModels,
  testModelEndpoint,
  connectModelEndpoint,
  getFeatureFlags,
  getMonthToDateCost,
  getSpending,
  listRuns,
  listConversations: conversations.listConversations,
  openConversation: conversations.openConversation,
  createConversation: conversations.createConversation,
  appendMessages: conversations.appendMessages,
  updateConversation: conversations.updateConversation,
  clearMessages: conversations.clearMessages,
  titleConversation: conversations.titleConversation,
  uploadConversation: conversations.uploadConversation,
  getConversation: conversations.getConversation,
  getAllConversations: conversations.getAllConversations,
  getEmptyConversations: conversations.getEmptyConversations,
  getMultipleConversations: conversations.getMultipleConversations,
  deleteConversation: conversations.deleteConversation,
  deleteMultipleConversations: conversations.deleteMultipleConversations,
  registerConversation: conversations.registerConversation,
  deleteMessage: conversations.deleteMessage,
  updateMultipleConversations: conversations.updateMultipleConversations,
  searchMessages: conversations.searchMessages,
  syncPrompts,
  getUserSettings,
  saveUserSettings,
  uploadFile: files.uploadFile,
  beginUpload: files.beginUpload,
  downloadFile: files.downloadFile,
  listFileTags: files.listFileTags,
  setFileTags: files.setFileTags,
  queryFiles: files.queryFiles,
  getFiles: files.getFiles,
  deleteFile: files.deleteFile,
  retryFile: files.retryFile,
  readFileContent: files.readFileContent,
  dualRetrieval,
  getEmbeddingQueue,
  terminateEmbedding,
  convertConversations,
  listExportTemplates,
} as const satisfies Record<string, OpDefinition>;

export type OpName = keyof typeof ops;
