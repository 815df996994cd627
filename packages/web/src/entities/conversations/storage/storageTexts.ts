import { t } from "@lingui/core/macro";

/** Where a conversation is stored. */
export type StoragePlace = "local" | "cloud";

export const storagePlaces: readonly StoragePlace[] = ["local", "cloud"];

export const getStorageName = (place: StoragePlace) => (place === "local" ? t`This browser` : t`Cloud`);

/** Says in one or two short sentences what it means to store chats there. */
export const describeStorage = (place: StoragePlace) =>
  place === "local"
    ? t`Kept only here, except for attached documents, and lost if you clear this browser’s data.`
    : t`Kept on the server and available on every device where you sign in.`;
