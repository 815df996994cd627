import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import type { BelowSettingsProps } from "../../../entities/chat/slots/chatSlots.ts";

/** Turns memory off for one chat. */
export function ChatMemorySetting({ settings, isDisabled, onChange }: BelowSettingsProps) {
  return (
    <Switch
      checked={settings.skipMemory !== true}
      disabled={isDisabled}
      label={t`Use memory in this chat`}
      description={t`If off, answers know none of your memories, and no new facts are detected.`}
      onChange={({ currentTarget }) => onChange({ skipMemory: !currentTarget.checked })}
    />
  );
}
