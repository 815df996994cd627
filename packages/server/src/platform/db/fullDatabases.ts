import { isDiskFull } from "../isDiskFull.ts";

/** Databases whose last write failed because their disk was full, by the adapter of their dialect. */
const fullDatabases = new WeakSet<object>();

/** Remembers the database if the error of its driver says that its disk is full. */
export function noteDiskFull(database: object, error: unknown): void {
  if (isDiskFull(error)) fullDatabases.add(database);
}

export const wasFull = (database: object): boolean => fullDatabases.has(database);

export function noteRoom(database: object): void {
  fullDatabases.delete(database);
}
