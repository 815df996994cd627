import type { ConversationSettings, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Popover } from "@mantine/core";
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from "react";
import { AdvancedSettings } from "../settings/AdvancedSettings.tsx";
import classes from "./ChatHeader.module.css";

interface ChatSettingsProps {
  isOpen: boolean;
  settings: ConversationSettings;
  model: Model | null;
  modelSelector: ReactNode;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (changes: Partial<ConversationSettings>) => void;
  /** The element at which the settings open, which contains the button that opens them. */
  anchorRef: RefObject<HTMLElement | null>;
}

/** The settings of a conversation, in a popover. */
export function ChatSettings(props: ChatSettingsProps) {
  const { isOpen, settings, model, modelSelector, onOpenChange, onChange, anchorRef } = props;
  // Open after mounting: the popover remembers which element had the focus only when it changes from closed to open.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <Popover
      opened={isOpen && isMounted}
      onChange={onOpenChange}
      position="bottom-end"
      width="min(24rem, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 140 }}
    >
      <Popover.Target>
        <ExistingAnchor anchorRef={anchorRef} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t`Chat settings`}>
        <AdvancedSettings
          settings={settings}
          model={model}
          modelSelector={modelSelector}
          blockedReason={null}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ExistingAnchorProps {
  ref?: Ref<HTMLElement | null>;
  anchorRef: RefObject<HTMLElement | null>;
}

/** Makes an element that is rendered elsewhere the popover's target: it must not remount when this code is loaded. */
function ExistingAnchor({ ref, anchorRef }: ExistingAnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => anchorRef.current, [anchorRef]);
  return null;
}
