import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import type { SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
import { getThemeChoice, themes, toThemeSettings } from "../../entities/settings/themes.ts";
import classes from "./SettingsDialog.module.css";

export function ThemeSection({ settings, onChange }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        Theme
      </h3>
      <SegmentedControl
        aria-labelledby={headingId}
        value={getThemeChoice(settings)}
        onChange={(value) => onChange(toThemeSettings(value))}
        data={themes.map(({ value, label }) => ({ value, label }))}
      />
    </section>
  );
}
