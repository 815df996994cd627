/** The name of one person's IndexedDB database. Separate databases keep people apart who share a computer. */
export const userDatabaseName = (userId: string) => `lectern.${userId}`;
export const userDatabaseVersion = 1;

interface UpgradeableDatabase {
  createObjectStore(name: string, options: { keyPath: string }): unknown;
}

/** Creates all object stores of version 1, whichever part of the app opens the database first. */
export function createUserStores(database: UpgradeableDatabase): void {
  for (const name of ["conversationHistory", "conversationSummaries", "prompts"]) {
    database.createObjectStore(name, { keyPath: "id" });
  }
}
