import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { moveInProgressKey } from "./moveInProgressKey.ts";

export const getMoveLockName = (userId: string) => `lectern.storageMove.${userId}`;

/** Where a move that did not come to its end was going; null: there was none, or another tab is at it. Asked once, it is forgotten. */
export async function consumeInterruptedMove(
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<"cloud" | "local" | null> {
  const mark = readUserValue(userId, moveInProgressKey);
  if (mark !== "cloud" && mark !== "local") return null;
  const consume = () => {
    writeUserValue(userId, moveInProgressKey, null);
    return mark;
  };
  if (!locks) return consume();
  return locks.request(getMoveLockName(userId), { ifAvailable: true }, async (lock) => (lock ? consume() : null));
}
