import { builtInFolders, type Folder } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The name of a folder as it is shown: that of a built-in folder depends on the language. */
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
      return name;
  }
}
