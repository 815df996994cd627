import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { moveInProgressKey } from "./moveInProgressKey.ts";

export const getMoveLockName = (userId: string) => `lectern.storageMove.${userId}`;

/** The target of a move that was interrupted; null: none, or another tab is still moving. Returns it only once. */
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
