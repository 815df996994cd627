import type { PublicConfig } from "@lectern/contract";
import { Button } from "@mantine/core";
import {
  IconDownload,
  IconFileExport,
  IconFileImport,
  IconKeyboard,
  IconMail,
  IconSettings,
} from "@tabler/icons-react";
import { openDialog } from "../entities/shell/dialogs.ts";
import classes from "./SettingsTab.module.css";

/** The tab Settings. */
export function SettingsTab({ config }: { config: PublicConfig }) {
  const subject = encodeURIComponent(`${config.productName} feedback`);
  return (
    <div className={classes.root}>
      <div className={classes.entries}>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => openDialog("settings")}
        >
          Settings…
        </Button>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => openDialog("shortcuts")}
        >
          Keyboard shortcuts
        </Button>
      </div>
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
