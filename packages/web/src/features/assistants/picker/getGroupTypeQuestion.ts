import { assistantTexts } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Returns the author's question for the type of the group. The default one is in the language in use. */
export function getGroupTypeQuestion(question: string): string {
  const isDefault = question.trim() === "" || question === assistantTexts.defaultGroupUserTypeQuestion;
  return isDefault ? t`Please select the group you best identify with to start chatting.` : question;
}
