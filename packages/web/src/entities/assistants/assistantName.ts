import { t } from "@lingui/core/macro";
import { cutText } from "../../lib/cutText.ts";

const maxNameCharacters = 30;

/** Returns the name of an assistant as it is listed. */
export const getAssistantName = (name: string): string =>
  name.trim() === "" ? t`Untitled Assistant` : cutText(name.trim(), maxNameCharacters);
