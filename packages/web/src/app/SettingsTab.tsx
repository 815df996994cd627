import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import type { PublicConfig } from "@lectern/contract";
import { Button, SegmentedControl } from "@mantine/core";
import { IconDownload, IconFileExport, IconFileImport, IconMail } from "@tabler/icons-react";
import { useId } from "react";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { StorageSettings } from "../features/conversations/StorageSettings.tsx";
import { useFlag } from "../features/flags/useFlag.ts";
import { changeUserSettings, useUserSettings } from "../lib/userSettings.ts";
import { openDialog } from "./appDialogs.ts";
import classes from "./SettingsTab.module.css";

/** The tab Settings. */
export function SettingsTab({ config }: { config: PublicConfig }) {
  const { userId } = useConversationStore();
  const { theme } = useUserSettings(userId);
  const canUseCloud = useFlag("storeCloudConversations");
  const themeId = useId();
  const subject = encodeURIComponent(`${config.productName} feedback`);
  return (
    <div className={classes.root}>
      <section className={classes.section}>
        <h2 id={themeId} className={classes.heading}>
          Theme
        </h2>
        <SegmentedControl
          fullWidth
          aria-labelledby={themeId}
          value={theme}
          onChange={(value) => void changeUserSettings(userId, { theme: value === "light" ? "light" : "dark" })}
          data={[
            { value: "dark", label: "Dark" },
            { value: "light", label: "Light" },
          ]}
          classNames={{ root: classes.segments, indicator: classes.indicator, label: classes.label }}
        />
      </section>
      {canUseCloud && <StorageSettings />}
      <section className={classes.section}>
        <h2 className={classes.heading}>Your data</h2>
        <div className={classes.entries}>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => openDialog("import")}
          >
            Import
          </Button>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconFileExport size={16} aria-hidden />}
            onClick={() => openDialog("export")}
          >
            Export Conversations
          </Button>
          <Button
            variant="default"
            fullWidth
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => openDialog("downloadSeveral")}
          >
            Download as a document
          </Button>
        </div>
      </section>
      {config.supportEmail && (
        <section className={classes.section}>
          <h2 className={classes.heading}>Feedback</h2>
          <Button
            component="a"
            href={`mailto:${config.supportEmail}?subject=${subject}`}
            variant="default"
            fullWidth
            leftSection={<IconMail size={16} aria-hidden />}
          >
            Send feedback
          </Button>
        </section>
      )}
      <p className={classes.version}>
        {config.productName} {config.version}
      </p>
    </div>
  );
}
