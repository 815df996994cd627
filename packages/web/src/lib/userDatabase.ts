/**
 * Returns the name of one person's IndexedDB database. Each person has a separate database, because people may share a
 * computer.
 */
export const userDatabaseName = (userId: string) => `lectern.${userId}`;
export const userDatabaseVersion = 1;
/** The database of the files that code has made. It is apart, because a new version of a database makes open tabs reload. */
export const generatedFilesDatabaseName = (userId: string) => `lectern.${userId}.files`;

interface UpgradeableDatabase {
  createObjectStore(name: string, options: { keyPath: string }): unknown;
}

/** Creates all object stores of version 1, whichever part of the app opens the database first. */
export function createUserStores(database: UpgradeableDatabase): void {
  for (const name of ["conversationHistory", "conversationSummaries", "prompts"]) {
    database.createObjectStore(name, { keyPath: "id" });
  }
}
