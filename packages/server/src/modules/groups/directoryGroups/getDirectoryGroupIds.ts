import { AppError } from "../../../core/appError.ts";
import type { Db } from "../../../platform/db/database.ts";
import { findDirectoryGroupIds } from "./repository.ts";

/** Returns the ids of the lists with these names, each once. Throws `notFound` if there is none with a name. */
export async function getDirectoryGroupIds(db: Db, names: readonly string[]): Promise<string[]> {
  const distinctNames = [...new Set(names)];
  const found = new Map((await findDirectoryGroupIds(db, distinctNames)).map(({ id, name }) => [name, id]));
  return distinctNames.map((name) => {
    const id = found.get(name);
    if (id === undefined) throw createDirectoryGroupNotFoundError(name);
    return id;
  });
}

export function createDirectoryGroupNotFoundError(name: string): AppError {
  return new AppError("notFound", { userMessage: `There is no group “${name.slice(0, 100)}” in the directory.` });
}
