import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { useId } from "react";
import type { SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
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
        value={settings.theme}
        onChange={(value) => onChange({ theme: value === "light" ? "light" : "dark" })}
        data={[
          { value: "dark", label: "Dark" },
          { value: "light", label: "Light" },
        ]}
      />
    </section>
  );
}
