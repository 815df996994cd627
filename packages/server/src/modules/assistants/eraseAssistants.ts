import type { Platform } from "../../core/context.ts";
import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { deleteSomeAssistants, forgetAuthor } from "./saving/repository.ts";

const assistantsPerPortion = 50;

/** Deletes the assistants of an erased person. The versions that the person saved elsewhere stay without the author. */
export async function eraseAssistants({ db }: Pick<Platform, "db">, personId: string): Promise<boolean> {
  await deleteInPortions(() => deleteSomeAssistants(db, personId, assistantsPerPortion));
  await forgetAuthor(db, personId);
  return true;
}
