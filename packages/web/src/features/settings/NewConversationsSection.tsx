import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import type { SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
import classes from "./SettingsDialog.module.css";
import { switchClasses } from "./switchClasses.ts";

export function NewConversationsSection({ settings, onChange }: SettingsSectionProps) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t`Chats`}</h3>
      <Switch
        checked={settings.filesByDate}
        classNames={switchClasses}
        label={t`Group new chats in daily folders`}
        description={t`Each new chat goes into a folder named after the day.`}
        onChange={({ currentTarget }) => onChange({ filesByDate: currentTarget.checked })}
      />
      <Switch
        checked={settings.summarizesLongChats}
        classNames={switchClasses}
        label={t`Summarize long chats`}
        description={t`If a chat becomes too long for its model, a summary is sent in place of its earlier messages.`}
        onChange={({ currentTarget }) => onChange({ summarizesLongChats: currentTarget.checked })}
      />
    </section>
  );
}
