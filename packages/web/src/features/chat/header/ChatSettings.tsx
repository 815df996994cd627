import type { ConversationSettings, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Popover } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { LazyAdvancedSettings } from "../settings/LazyAdvancedSettings.tsx";
import classes from "./ChatHeader.module.css";

interface ChatSettingsProps {
  isOpen: boolean;
  settings: ConversationSettings;
  model: Model | null;
  modelSelector: ReactNode;
  onOpenChange: (isOpen: boolean) => void;
  onChange: (changes: Partial<ConversationSettings>) => void;
  /** The element at which the settings open. It takes a ref. */
  children: ReactElement;
}

/** The settings of a conversation, in a popover. */
export function ChatSettings(props: ChatSettingsProps) {
  const { isOpen, settings, model, modelSelector, onOpenChange, onChange, children } = props;
  return (
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      position="bottom-end"
      width="min(24rem, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 140 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t`Chat settings`}>
        <LazyAdvancedSettings
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
