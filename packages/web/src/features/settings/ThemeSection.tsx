import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import type { SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
import { getThemeChoice, getThemes, toThemeSettings } from "../../entities/settings/themes.ts";
import classes from "./SettingsDialog.module.css";

export function ThemeSection({ settings, onChange }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        {t`Theme`}
      </h3>
      <SegmentedControl
        aria-labelledby={headingId}
        className={classes.choices}
        value={getThemeChoice(settings)}
        onChange={(value) => onChange(toThemeSettings(value))}
        data={getThemes()}
      />
    </section>
  );
}
