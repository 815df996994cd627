import type { AssistantDraft } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import { getOwnerId } from "../access/service.ts";
import { getNamedFiles } from "../files/service.ts";
import { applyContent, listFileKeysOfType } from "./applyContent.ts";
import type { FlagServices } from "./groupAssistants.ts";
import { findNamedDocuments } from "./saving/attachDocuments.ts";
import { authorizeSaving } from "./saving/authorizeSaving.ts";
import { normalizeContent } from "./saving/normalizeContent.ts";
import { sealOperations } from "./saving/sealOperations.ts";

/**
 * Returns an assistant as it would answer if the actor had saved this draft, for a group type. Who could not save the
 * draft cannot try it, and each of its files must be one that saving would accept. Nothing is stored or copied. Throws
 * the errors of `authorizeSaving`, `normalizeContent`, `sealOperations`, `findNamedDocuments`, `getNamedFiles` and `applyContent`.
 */
export async function findDraftAssistant(
  platform: FlagServices & Pick<Platform, "secrets">,
  actor: Actor,
  { draft, groupType }: { draft: AssistantDraft; groupType: string | null },
): Promise<AppliedAssistant> {
  const { assistantId, groupId, ...input } = draft;
  const target = { assistantId: assistantId ?? undefined, groupId: groupId ?? undefined };
  const { existing, owner, groupTypes } = await authorizeSaving(platform, actor, target);
  const id = existing?.id ?? null;
  const content = await sealOperations(platform, id, normalizeContent(input, groupTypes));
  const { attached, added } = await findNamedDocuments(platform, actor, id, content);
  await getNamedFiles(platform, actor, added);
  const type = { groupTypes: groupTypes ?? [], groupType };
  const fileKeys = listFileKeysOfType(content, type);
  return {
    ...applyContent(content, type),
    ...{ id, versionId: null, ownerId: owner.ownerId },
    // Who tries it has changed a text of whoever saved it last, and may have read none of it.
    authorId: existing ? existing.authorId : getOwnerId(actor),
    groupId: owner.groupId === null ? null : owner.ownerId,
    fileKeys: fileKeys.filter((key) => attached.has(key)),
    addedFileKeys: fileKeys.filter((key) => !attached.has(key)),
    // A trial is no use of the assistant.
    analysis: null,
    // Who may save an assistant may see how it is made.
    isConfidential: false,
  };
}
