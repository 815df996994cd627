import { builtInFolders, type Folder } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { translateDayFolderName } from "./dayFolderNames.ts";

/** The name that is suggested for a new folder. The specification fixes the English one. */
export const getDefaultFolderName = () => t`New Folder`;

/** The name of a folder as it is shown: those of built-in folders and of days depend on the language. */
export function getFolderName({ id, name }: Pick<Folder, "id" | "name">): string {
  switch (builtInFolders.find((folder) => folder.id === id)?.id) {
    case "agents":
      return t`Agents`;
    case "assistants":
      return t`Assistants`;
    case "amplify_helpers":
      return t`Helpers`;
    case "custom_instructions":
      return t`Custom Instructions`;
    case undefined:
      return translateDayFolderName(name) ?? name;
  }
}
