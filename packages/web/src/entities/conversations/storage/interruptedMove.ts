import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { moveMark } from "./moveMark.ts";

export const moveLockOf = (userId: string) => `lectern.storageMove.${userId}`;

/** Where a move that did not come to its end was going; null: there was none, or another tab is at it. Asked once, it is forgotten. */
export async function takeInterruptedMove(
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<"cloud" | "local" | null> {
  const mark = readUserValue(userId, moveMark);
  if (mark !== "cloud" && mark !== "local") return null;
  const take = () => {
    writeUserValue(userId, moveMark, null);
    return mark;
  };
  if (!locks) return take();
  return locks.request(moveLockOf(userId), { ifAvailable: true }, async (lock) => (lock ? take() : null));
}
