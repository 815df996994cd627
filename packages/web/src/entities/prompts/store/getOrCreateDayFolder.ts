import { newFolder, type PromptStore } from "./promptStore.ts";

const nameOfDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

/** The id of the chat folder that is named by a day, as `Nov 21, 2026`. It is made where there is none. */
export async function getOrCreateDayFolder(
  { state, saveFolder }: Pick<PromptStore, "state" | "saveFolder">,
  day: Date,
): Promise<string> {
  const name = nameOfDay.format(day);
  const known = state.getState().folders.find((folder) => folder.type === "chat" && folder.name === name);
  if (known) return known.id;
  const folder = newFolder("chat", name);
  await saveFolder(folder);
  return folder.id;
}
