import "@mantine/core/styles/Popover.css";
import type { Conversation, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Popover } from "@mantine/core";
import { useMemo, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./Context.module.css";
import { ContextDetails } from "./ContextDetails.tsx";
import { formatShare } from "./formatTokens.ts";
import { readContext } from "./readContext.ts";

/** From here on, the gauge is worth its place beside the message field. The settings of the chat always have it. */
const minShownShare = 0.5;

/** A ring that fills with the model's window. It opens what fills it. */
export function ContextGauge({ conversation, model }: { conversation: Conversation; model: Model }) {
  const [isOpen, setIsOpen] = useState(false);
  // The message field renders at each key, and a chat may have thousands of messages.
  const context = useMemo(() => readContext(conversation, model, conversation.maxTokens), [conversation, model]);
  if (!context || context.parts.share < minShownShare) return null;
  const share = formatShare(context.parts.share);
  const hasFailed = context.summaryState === "failed";
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-end"
      width="min(20rem, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <IconButton
          name={
            hasFailed
              ? t`${share} of the model’s window is used, and earlier messages couldn’t be summarized`
              : t`${share} of the model’s window is used`
          }
          size={36}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Ring share={context.parts.share} isWarning={hasFailed || context.parts.share >= 0.9} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`The model’s window`} tabIndex={-1} data-autofocus>
        <ContextDetails context={context} model={model} />
      </Popover.Dropdown>
    </Popover>
  );
}

const radius = 7;
const circumference = 2 * Math.PI * radius;

function Ring({ share, isWarning }: { share: number; isWarning: boolean }) {
  return (
    <svg
      className={classes.ring}
      width={20}
      height={20}
      viewBox="0 0 20 20"
      data-warning={isWarning || undefined}
      aria-hidden
    >
      <circle className={classes.track} cx={10} cy={10} r={radius} />
      <circle
        className={classes.fill}
        cx={10}
        cy={10}
        r={radius}
        strokeDasharray={`${share * circumference} ${circumference}`}
        transform="rotate(-90 10 10)"
      />
    </svg>
  );
}
