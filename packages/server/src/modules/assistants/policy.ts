import { assistantTexts } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { isVerbAllowed, type Role, type VerbOf } from "../access/service.ts";

export type AssistantVerb = VerbOf<"assistant">;

/** Shown to people whose role is too low. */
const forbiddenMessages: Record<AssistantVerb, string> = {
  use: "You can’t use this assistant.",
  read: "You can use this assistant, but not view its setup.",
  readVersions: "You can use this assistant, but not view its earlier versions.",
  save: "You can use this assistant, but not change it.",
  delete: "You can use this assistant, but not delete it.",
  share: "Only the owner of an assistant can share it.",
};
/** What nobody may do with the assistants of the server itself. */
const closedVerbs: readonly AssistantVerb[] = ["save", "delete", "share"];

/**
 * Returns the assistant if the role is enough for the verb. Throws `notFound` if there is no assistant or no role, and
 * `forbidden` if the role is too low or the assistant is one of the server itself. Pure.
 */
export function authorizeAssistant<Assistant extends { role: Role; isSystem: boolean }>(
  assistant: Assistant | undefined,
  verb: AssistantVerb,
): Assistant {
  if (!assistant) throw createAssistantNotFoundError();
  const isOfServer = assistant.isSystem && closedVerbs.includes(verb);
  if (isOfServer || !isVerbAllowed(assistant.role, "assistant", verb)) {
    const userMessage = isOfServer ? "This assistant is built in and can’t be changed." : forbiddenMessages[verb];
    throw new AppError("forbidden", { userMessage });
  }
  return assistant;
}

export const createAssistantNotFoundError = () => new AppError("notFound", { userMessage: assistantTexts.notFound });

/** What the caller cannot do, for clients that hide the commands. Nobody copies an assistant except in the editor. */
export function decideRestrictions({
  role,
  isSystem,
  isOfGroup,
  managesGroups,
}: {
  role: Role;
  isSystem: boolean;
  isOfGroup: boolean;
  /** True if the Assistant Admin Interface, in which groups' assistants are edited, is on for the caller. */
  managesGroups: boolean;
}): { noEdit: boolean; noCopy: boolean; noShare: boolean; noDelete: boolean } {
  const isClosed = isSystem || (isOfGroup && !managesGroups);
  const isAllowed = (verb: AssistantVerb) => !isClosed && isVerbAllowed(role, "assistant", verb);
  return {
    noEdit: !isAllowed("save"),
    noCopy: true,
    // The assistants of a group are shared by adding members to the group.
    noShare: isOfGroup || !isAllowed("share"),
    noDelete: !isAllowed("delete"),
  };
}
