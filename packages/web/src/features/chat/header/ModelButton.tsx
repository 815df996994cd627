import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./ChatHeader.module.css";

interface ModelButtonProps {
  model: Model;
  /** The reason why the model cannot be changed now; null if it can. */
  blockedReason: string | null;
  onChange: (modelId: string) => void;
}

/** The name of the conversation's model. A click opens the list of models. */
export function ModelButton({ model, blockedReason, onChange }: ModelButtonProps) {
  const { ModelMenu } = use(ChatSlotsContext);
  const { isOpen, close, buttonProps } = useMenuButton();
  usePreloadWhenIdle(ModelMenu.load);
  const isBlocked = blockedReason !== null;
  return (
    <span className={classes.modelAnchor}>
      <Tooltip label={blockedReason} disabled={!isBlocked} multiline maw={260}>
        <button
          type="button"
          className={classes.modelButton}
          {...buttonProps}
          {...getPreloadProps(ModelMenu.load)}
          aria-haspopup="listbox"
          aria-expanded={isOpen && !isBlocked}
          aria-disabled={isBlocked || undefined}
          aria-description={blockedReason ?? t`Changes the model`}
          onClick={isBlocked ? undefined : buttonProps.onClick}
        >
          <span className={classes.modelName}>{model.name}</span>
          <IconChevronDown size={12} stroke={2} aria-hidden className={classes.chevron} />
        </button>
      </Tooltip>
      {isOpen && !isBlocked && (
        <OverlaySuspense isOpen onClose={close}>
          <ModelMenu position="bottom-start" value={model.id} onChoose={({ id }) => onChange(id)} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
