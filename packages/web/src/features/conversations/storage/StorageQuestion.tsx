import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCloud, IconDeviceLaptop } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import {
  describeStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import { writeStorageSelection } from "../../../entities/conversations/storageSelection.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import classes from "./StorageQuestion.module.css";

/**
 * Asks where chats should be kept. `conversationId`: the empty conversation, which moves to the chosen place; null:
 * there is none yet. The person need not answer: new chats are then kept in this browser.
 */
export function StorageQuestion({ conversationId }: { conversationId: string | null }) {
  const { userId, store } = useConversationStore();
  const id = useId();
  const [isMoving, setIsMoving] = useState(false);
  const choose = async (place: StoragePlace) => {
    if (isMoving) return;
    // It is in this browser, as long as nothing has been chosen.
    if (conversationId !== null && place === "cloud") {
      setIsMoving(true);
      await store.move(conversationId, place).finally(() => setIsMoving(false));
    }
    writeStorageSelection(userId, place === "cloud" ? "future-cloud" : "future-local");
    // The pressed button disappears.
    focusField("message");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" className={classes.question} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        {t`Where should your chats be stored?`}
      </h3>
      <div className={classes.places}>
        {storagePlaces.map((place) => {
          const Icon = place === "local" ? IconDeviceLaptop : IconCloud;
          return (
            <button
              key={place}
              type="button"
              className={classes.place}
              data-current={place === "local" || undefined}
              aria-disabled={isMoving || undefined}
              // If the chat cannot be moved, the question stays.
              onClick={() => void choose(place).catch(notifyFailure)}
            >
              <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
              <span className={classes.name}>
                {getStorageName(place)}
                {place === "local" && (
                  <span className={classes.current}>
                    {" "}
                    <IconCheck size={16} stroke={2.2} aria-hidden />
                    <VisuallyHidden>{t({ message: "In use", context: "a storage location" })}</VisuallyHidden>
                  </span>
                )}
              </span>{" "}
              <span className={classes.description}>{describeStorage(place)}</span>
            </button>
          );
        })}
      </div>
      <p
        className={classes.note}
      >{t`Clearing this browser’s data deletes the chats in it. Attached documents are always on the server. You can change your choice at any time, even for a single chat.`}</p>
    </div>
  );
}
