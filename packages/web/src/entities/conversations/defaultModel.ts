import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

const key = "defaultModel";

/** Returns the id of the model that the person chose last in this browser; null: none. */
export const readDefaultModelId = (userId: string): string | null => readUserValue(userId, key);

export const writeDefaultModelId = (userId: string, modelId: string): void => writeUserValue(userId, key, modelId);
