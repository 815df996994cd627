import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { moveInProgressKey } from "./moveInProgressKey.ts";

export const getMoveLockName = (userId: string) => `lectern.storageMove.${userId}`;

/**
 * Returns the target of an interrupted move, but only once; null: there is none, or another tab is still moving
 * conversations.
 */
export async function consumeInterruptedMove(
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<"cloud" | "local" | null> {
  const storedTarget = readUserValue(userId, moveInProgressKey);
  if (storedTarget !== "cloud" && storedTarget !== "local") return null;
  const consume = () => {
    writeUserValue(userId, moveInProgressKey, null);
    return storedTarget;
  };
  if (!locks) return consume();
  return locks.request(getMoveLockName(userId), { ifAvailable: true }, async (lock) => (lock ? consume() : null));
}
