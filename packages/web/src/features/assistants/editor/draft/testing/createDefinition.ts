import type { AssistantDefinition } from "@lectern/contract";
import { createEmptyDraft, toContent } from "../assistantDraft.ts";

/** Creates an assistant of a person with these fields, for tests. */
export function createDefinition(fields: Partial<AssistantDefinition> = {}): AssistantDefinition {
  const content = toContent(createEmptyDraft());
  return {
    ...content,
    data: { ...content.data, tags: [], access: { read: true, write: true }, groupId: null, groupTypeData: {} },
    id: "ast/1",
    assistantId: "astp/1",
    version: 1,
    latestVersion: 1,
    icon: "",
    starters: [],
    conversationTags: [],
    model: null,
    role: "admin",
    group: null,
    sharedGroups: [],
    owner: null,
    isRemovable: false,
    isPublished: true,
    isSystem: false,
    groupTypes: [],
    groupUserTypeQuestion: "",
    analysis: null,
    isJudged: false,
    apiHosts: [],
    integrations: [],
    noEdit: false,
    noCopy: false,
    noShare: false,
    noDelete: false,
    updatedAt: "2026-01-01T00:00:00.000Z",
    fileKeys: [],
    documents: [],
    savedBy: { name: "Ann", email: "ann@example.org" },
    savedAt: "2026-01-01T00:00:00.000Z",
    ...fields,
  };
}
