import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import {
  describeStorage,
  getStorageName,
  type StoragePlace,
  storagePlaces,
} from "../../../entities/conversations/storage/storageTexts.ts";
import { readChosenStorage, writeStorageSelection } from "../../../entities/conversations/storageSelection.ts";
import { conversationKeys } from "../../../entities/conversations/store/conversationCache.ts";
import { useIsLocalConversation } from "../../../entities/conversations/useConversation.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { useIsTouchDevice } from "../../../lib/device.ts";
import { StorageIcon } from "./StorageIcon.tsx";
import classes from "./StorageQuestion.module.css";

/**
 * Asks where chats should be stored. `conversationId`: the empty conversation, which then moves to the chosen place
 * (`moveDraft`). The person need not answer: sending a message chooses the place where it is.
 */
export function StorageQuestion({ conversationId }: { conversationId: string }) {
  const { userId } = useConversationStore();
  const currentPlace: StoragePlace = useIsLocalConversation(conversationId) ? "local" : "cloud";
  const id = useId();
  const isTouchDevice = useIsTouchDevice();
  useAnswerBySending(conversationId);
  const choose = (place: StoragePlace) => {
    writeStorageSelection(userId, place === "cloud" ? "future-cloud" : "future-local");
    // The pressed button disappears. On a touch device, the field would open the keyboard.
    if (!isTouchDevice) focusField("message");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" className={classes.question} data-question aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        {t`Where should your chats be stored?`}
      </h3>
      <div className={classes.places}>
        {storagePlaces.map((place) => {
          return (
            <button
              key={place}
              type="button"
              className={classes.place}
              data-current={place === currentPlace || undefined}
              onClick={() => choose(place)}
            >
              <StorageIcon place={place} size={16} className={classes.icon} />
              <span className={classes.name}>{getStorageName(place)}</span>{" "}
              <span className={classes.description}>{describeStorage(place)}</span>
              {place === currentPlace && (
                <span className={classes.current}>
                  {" "}
                  <IconCheck size={16} stroke={2.2} aria-hidden />
                  <VisuallyHidden>{t({ message: "In use", context: "a storage location" })}</VisuallyHidden>
                </span>
              )}
            </button>
          );
        })}
      </div>
      <p
        className={classes.note}
      >{t`Clearing this browser’s data deletes its chats. Attached documents are always on the server. You can change this at any time.`}</p>
    </div>
  );
}

/** A message that is sent while the question is shown answers it, so that it is not asked again on another device. */
function useAnswerBySending(conversationId: string) {
  const { userId } = useConversationStore();
  const cache = useQueryClient();
  useEffect(
    () => () => {
      const conversation = cache.getQueryData<Conversation>(conversationKeys.one(userId, conversationId));
      const isSent = conversation !== undefined && conversation.messages.length > 0;
      if (!isSent || readChosenStorage(userId) !== null) return;
      writeStorageSelection(userId, conversation.isLocal ? "future-local" : "future-cloud");
    },
    [userId, conversationId, cache],
  );
}
