import { plural, t } from "@lingui/core/macro";
import { formatList } from "../../../lib/i18n/formats.ts";
import { quoteName } from "../../../lib/text/listNames.ts";
import type { Deletion } from "./planDeletion.ts";

/** Returns the sentences about the assistants of prompts that are deleted. */
export function describeAssistants({ removedAssistants, remainingAssistants, orphanedPrompts }: Deletion): string[] {
  const sentences: string[] = [];
  if (removedAssistants.length > 0) {
    const names = formatNames(removedAssistants);
    sentences.push(
      plural(removedAssistants.length, {
        one: `Your assistant ${names} will be deleted too; chats with it stay.`,
        other: `Your assistants ${names} will be deleted too; chats with them stay.`,
      }),
    );
  }
  const sharedAssistants = removedAssistants.filter(({ isShared }) => isShared);
  if (sharedAssistants.length > 0) {
    const names = formatNames(sharedAssistants);
    sentences.push(t`You have shared ${names} with others, who will lose access.`);
  }
  if (orphanedPrompts.length > 0) {
    const names = formatNames(orphanedPrompts);
    sentences.push(t`These prompts stay, without their assistant: ${names}.`);
  }
  if (remainingAssistants.length > 0) {
    const names = formatNames(remainingAssistants);
    sentences.push(
      plural(remainingAssistants.length, {
        one: `The assistant ${names} stays, because you can’t delete it.`,
        other: `The assistants ${names} stay, because you can’t delete them.`,
      }),
    );
  }
  return sentences;
}

/** All names, however many: what is deleted is named. */
const formatNames = (items: readonly { name: string }[]) => formatList(items.map(({ name }) => quoteName(name)));
