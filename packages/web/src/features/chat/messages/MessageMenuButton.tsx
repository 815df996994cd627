import { t } from "@lingui/core/macro";
import { IconDots } from "@tabler/icons-react";
import { use, useState } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { AnswerModelContext } from "./answerModel.ts";
import classes from "./MessageActions.module.css";
import { MessageButton } from "./MessageButton.tsx";
import type { MessageMenuButtonProps } from "./messageMenuProps.ts";

const MessageMenu = createLazyComponent(() => import("./MessageMenu.tsx").then(({ MessageMenu }) => MessageMenu));
/** Loads the menu of all messages. */
export const loadMessageMenu = MessageMenu.load;
const preloadMenuProps = getPreloadProps(MessageMenu.load);

/** The button that opens the menu of a message. The menu is rendered only while it is open. */
export function MessageMenuButton(props: MessageMenuButtonProps) {
  const { ModelMenu } = use(ChatSlotsContext);
  const { modelId, enforcedReason } = use(AnswerModelContext);
  const { isOpen, id, close, buttonProps } = useMenuButton();
  const [isChoosingModel, setIsChoosingModel] = useState(false);
  const closeModels = () => {
    setIsChoosingModel(false);
    close();
  };
  // An answer may have begun since the list was opened.
  const canAnswerAgain = props.answerAgainBlockedReason === null && enforcedReason === null;
  if (isChoosingModel && !canAnswerAgain) setIsChoosingModel(false);
  return (
    <span className={classes.more} data-open={isOpen || isChoosingModel || undefined}>
      <MessageButton
        {...buttonProps}
        data-action="more"
        name={props.messageKind === "answer" ? t`More actions for the answer` : t`More actions for the message`}
        shortName={t`More actions`}
        aria-haspopup="menu"
        {...preloadMenuProps}
      >
        <IconDots size={16} aria-hidden />
      </MessageButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <MessageMenu {...props} labelledBy={id} onChooseModel={() => setIsChoosingModel(true)} onClose={close} />
        </OverlaySuspense>
      )}
      {isChoosingModel && canAnswerAgain && props.onAnswerAgain && (
        <OverlaySuspense isOpen onClose={closeModels}>
          <ModelMenu position="top-start" value={modelId} onChoose={props.onAnswerAgain} onClose={closeModels} />
        </OverlaySuspense>
      )}
    </span>
  );
}
