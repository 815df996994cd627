import { t } from "@lingui/core/macro";
import { cutText } from "../../lib/text/cutText.ts";

const maxNameCharacters = 30;

/** Returns the name of an assistant as it is listed in the picker. */
export const getAssistantName = (name: string): string => cutText(getWholeAssistantName(name), maxNameCharacters);

/** Returns the name of an assistant where there is space for all of it. */
export const getWholeAssistantName = (name: string): string => name.trim() || t`Untitled Assistant`;
