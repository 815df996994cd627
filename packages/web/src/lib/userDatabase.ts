/** One person's own database in this browser, so that on a shared computer nobody finds what another one keeps. */
export const userDatabaseName = (userId: string) => `lectern.${userId}`;
export const userDatabaseVersion = 1;

interface StoreMaker {
  createObjectStore(name: string, options: { keyPath: string }): unknown;
}

/** Makes what version 1 has. Whoever opens the database first makes all of it, also what others will use. */
export function createUserStores(database: StoreMaker): void {
  for (const name of ["conversationHistory", "conversationSummaries", "prompts"]) {
    database.createObjectStore(name, { keyPath: "id" });
  }
}
