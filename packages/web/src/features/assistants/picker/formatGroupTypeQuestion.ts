import { assistantTexts } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The question for the group type as people read it: the default question is in the language in use. */
export function formatGroupTypeQuestion(question: string): string {
  const isDefault = question.trim() === "" || question === assistantTexts.defaultGroupUserTypeQuestion;
  return isDefault ? t`Please select the group you best identify with to start chatting.` : question;
}
