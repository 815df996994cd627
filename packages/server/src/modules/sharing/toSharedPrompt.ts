import type { PromptTemplate } from "@lectern/contract";
import { receivedRights } from "../prompts/service.ts";
import type { MapId } from "./createSharedIds.ts";

/** Builds the copy of a prompt that leaves its owner. Recipients can only use it. */
export function toSharedPrompt(prompt: PromptTemplate, mapId: MapId, folderId: string | null): PromptTemplate {
  const { id, name, description, content, type, data } = prompt;
  const { rootPromptId, requiredTags, conversationTags, hidden, tags, code } = data;
  return {
    id: mapId("prompt", id),
    name,
    description,
    content,
    folderId,
    type,
    data: {
      ...(rootPromptId ? { rootPromptId: mapId("prompt", rootPromptId) } : {}),
      ...(requiredTags === undefined ? {} : { requiredTags }),
      ...(conversationTags === undefined ? {} : { conversationTags }),
      ...(hidden === undefined ? {} : { hidden }),
      ...(tags === undefined ? {} : { tags }),
      ...(code === undefined ? {} : { code }),
      ...receivedRights,
    },
  };
}

/** False for prompts that their owner must not pass on: those of a group, and those marked so. */
export const isSharable = ({ groupId, data }: PromptTemplate): boolean => !groupId && data.noShare !== true;
