import type { AssistantSummary } from "@lectern/contract";

/** Creates an assistant of the person, with the given fields. */
export const createAssistantSummary = (fields: Partial<AssistantSummary> = {}): AssistantSummary => ({
  id: "ast/1",
  assistantId: "astp/1",
  version: 1,
  provider: "amplify",
  name: "Tutor",
  description: "",
  tags: [],
  icon: "",
  uri: null,
  starters: [],
  conversationTags: [],
  model: null,
  role: "admin",
  group: null,
  isPublished: true,
  isSystem: false,
  groupTypes: [],
  groupUserTypeQuestion: "",
  noEdit: false,
  noCopy: false,
  noShare: false,
  noDelete: false,
  updatedAt: "2026-11-01T10:00:00.000Z",
  ...fields,
});
