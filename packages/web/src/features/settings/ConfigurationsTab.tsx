import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/SegmentedControl.css";
import "@mantine/core/styles/Switch.css";
import type { FlagName, Model, UserSettings } from "@lectern/contract";
import { SegmentedControl, Switch } from "@mantine/core";
import { useId } from "react";
import { featureOptions } from "./featureOptions.ts";
import { ModelVisibility } from "./ModelVisibility.tsx";
import classes from "./SettingsDialog.module.css";
import { switchClasses } from "./switchClasses.ts";

export interface ConfigurationsTabProps {
  settings: UserSettings;
  models: readonly Model[];
  defaultModelId: string | null;
  hasFeature: (name: FlagName) => boolean;
  /** Why what is chosen cannot be saved; null: it can. */
  refusal: string | null;
  onChange: (changes: Partial<UserSettings>) => void;
}

/** Theme, features and which models are offered. */
export function ConfigurationsTab(props: ConfigurationsTabProps) {
  const { settings, models, defaultModelId, hasFeature, refusal, onChange } = props;
  const themeId = useId();
  const options = featureOptions.filter(({ flag }) => hasFeature(flag));
  return (
    <>
      <section className={classes.section}>
        <h3 id={themeId} className={classes.heading}>
          Theme
        </h3>
        <SegmentedControl
          aria-labelledby={themeId}
          value={settings.theme}
          onChange={(value) => onChange({ theme: value === "light" ? "light" : "dark" })}
          data={[
            { value: "dark", label: "Dark" },
            { value: "light", label: "Light" },
          ]}
        />
      </section>
      <section className={classes.section}>
        <h3 className={classes.heading}>Conversations</h3>
        <Switch
          checked={settings.filesByDate}
          classNames={switchClasses}
          label="File new conversations by date"
          description="Each goes into a folder that is named by its day."
          onChange={({ currentTarget }) => onChange({ filesByDate: currentTarget.checked })}
        />
      </section>
      {options.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Features</h3>
          {options.map(({ name, label, description }) => (
            <Switch
              key={name}
              checked={settings.featureOptions[name]}
              classNames={switchClasses}
              label={label}
              description={description}
              onChange={({ currentTarget }) =>
                onChange({ featureOptions: { ...settings.featureOptions, [name]: currentTarget.checked } })
              }
            />
          ))}
        </section>
      )}
      <ModelVisibility
        models={models}
        defaultModelId={defaultModelId}
        hiddenIds={settings.hiddenModelIds}
        refusal={refusal}
        onChange={(hiddenModelIds) => onChange({ hiddenModelIds })}
      />
    </>
  );
}
