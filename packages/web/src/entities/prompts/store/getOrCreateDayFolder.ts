import { toDayFolderName } from "../dayFolderNames.ts";
import { newFolder, type PromptStore } from "./promptStore.ts";

/**
 * Returns the id of the chat folder that is named after a day, such as `Nov 21, 2026`. Creates the folder if it does
 * not exist.
 */
export async function getOrCreateDayFolder(
  { state, saveFolder }: Pick<PromptStore, "state" | "saveFolder">,
  day: Date,
): Promise<string> {
  const name = toDayFolderName(day);
  const existingFolder = state.getState().folders.find((folder) => folder.type === "chat" && folder.name === name);
  if (existingFolder) return existingFolder.id;
  const folder = newFolder("chat", name);
  await saveFolder(folder);
  return folder.id;
}
