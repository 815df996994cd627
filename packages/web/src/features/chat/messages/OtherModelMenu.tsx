import type { Model } from "@lectern/contract";
import { type ReactNode, use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { AnswerModelContext } from "./answerModel.ts";

export interface OtherModelProps {
  /** The reason why no other answer can be requested now; null if one can. */
  blockedReason: string | null;
  /** Requests another answer from this model. */
  onAnswerAgain: (model: Model) => void;
}

type ButtonProps = ReturnType<typeof useMenuButton>["buttonProps"] &
  ReturnType<typeof getPreloadProps> & { "aria-haspopup": "listbox" };

interface OtherModelMenuProps extends OtherModelProps {
  className: string | undefined;
  /** Renders the button that opens the list. */
  renderButton: (props: ButtonProps, blockedReason: string | null) => ReactNode;
}

/** Requests another answer from a model that the person chooses. The model of the conversation stays the same. */
export function OtherModelMenu(props: OtherModelMenuProps) {
  const { ModelMenu } = use(ChatSlotsContext);
  const { modelId, enforcedReason } = use(AnswerModelContext);
  const { isOpen, close, buttonProps } = useMenuButton();
  const blockedReason = props.blockedReason ?? enforcedReason;
  return (
    <span className={props.className} data-open={isOpen || undefined}>
      {props.renderButton(
        { ...buttonProps, ...getPreloadProps(ModelMenu.load), "aria-haspopup": "listbox" },
        blockedReason,
      )}
      {isOpen && blockedReason === null && (
        <OverlaySuspense isOpen onClose={close}>
          <ModelMenu position="top-start" value={modelId} onChoose={props.onAnswerAgain} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
