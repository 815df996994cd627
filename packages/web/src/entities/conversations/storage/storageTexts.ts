import { t } from "@lingui/core/macro";

/** Where a conversation is stored. */
export type StoragePlace = "local" | "cloud";

export const storagePlaces: readonly StoragePlace[] = ["local", "cloud"];

export const getStorageName = (place: StoragePlace) => (place === "local" ? t`This browser` : t`Cloud`);

/** Says on one line where chats are then found. */
export const describeStorage = (place: StoragePlace) =>
  place === "local" ? t`Only on this device` : t`On all your devices`;

/** Says in one or two short sentences what it means to store chats there. */
export const explainStorage = (place: StoragePlace) =>
  place === "local"
    ? t`Chats stay on this device, and clearing this browser’s data deletes them. Attached documents are on the server.`
    : t`Stored on the server and available on every device where you sign in.`;
