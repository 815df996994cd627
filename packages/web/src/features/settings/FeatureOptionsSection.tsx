import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { hasAnyFlag } from "../../entities/flags/hasAnyFlag.ts";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { featureOptionFlags, type SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
import { getFeatureOptions } from "./featureOptions.ts";
import classes from "./SettingsDialog.module.css";
import { switchClasses } from "./switchClasses.ts";

/** Lists the optional features that are available to the person, each with a switch. */
export function FeatureOptionsSection({ settings, onChange }: SettingsSectionProps) {
  const { data: flags } = useQuery(flagsQuery);
  const options = getFeatureOptions().filter(({ name }) => hasAnyFlag(flags, [featureOptionFlags[name]]));
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t`Features`}</h3>
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
  );
}
