import {
  type AnalysisScope,
  getConversationAnalysis,
  getGroupConversation,
  getGroupDashboard,
  listGroupConversations,
  type OpCallInput,
} from "@lectern/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** Figures about the conversations in a scope. Those of the last scope are shown until they are there. */
export const dashboardQuery = (scope: AnalysisScope) =>
  queryOptions({
    queryKey: ["analytics", "dashboard", scope],
    queryFn: async ({ signal }) => (await call(getGroupDashboard, scope, { signal })).data.dashboardData,
    placeholderData: keepPreviousData,
    // Without a network the call must fail, which is shown, instead of waiting.
    networkMode: "always",
  });

export type RecordsRequest = OpCallInput<typeof listGroupConversations>;

/** A page of the records of conversations. The last page is shown until it is there. */
export const conversationRecordsQuery = (request: RecordsRequest) =>
  queryOptions({
    queryKey: ["analytics", "records", request],
    queryFn: async ({ signal }) => (await call(listGroupConversations, request, { signal })).data,
    placeholderData: keepPreviousData,
    // Whoever opens the tab sees the present state.
    staleTime: 0,
    networkMode: "always",
  });

/** What somebody asked an assistant of a group, and its answers. Who asked is told of each time that it is read. */
export const recordContentQuery = (assistantId: string, conversationId: string) =>
  queryOptions({
    queryKey: ["analytics", "content", assistantId, conversationId],
    queryFn: async ({ signal }) => {
      if (assistantId === "") {
        console.error("The record of a conversation has no assistant id.", conversationId);
        throw new Error("The record of a conversation has no assistant id.");
      }
      return (await call(getGroupConversation, { assistantId, conversationId }, { signal })).data.content;
    },
    // A dialog that stays open, or is opened again at once, is one time.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });

/** The person's ratings in a conversation of theirs, and who has opened it. */
export const conversationAnalysisQuery = (userId: string, conversationId: string) =>
  queryOptions({
    queryKey: ["conversationAnalysis", userId, conversationId],
    queryFn: ({ signal }) => call(getConversationAnalysis, { conversationId }, { signal }),
  });
