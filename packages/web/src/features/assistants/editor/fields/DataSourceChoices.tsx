import { t } from "@lingui/core/macro";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Radio.css";
import type { DataSourceOptions } from "@lectern/contract";
import { Radio } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import { getDataSourceOptionTexts } from "../draft/optionTexts.ts";
import classes from "../Editor.module.css";
import { OptionCheck } from "./OptionChecks.tsx";

interface DataSourceChoicesProps {
  options: DataSourceOptions;
  onChange: (options: DataSourceOptions) => void;
}

const radioClasses = { root: classes.option, radio: fieldClasses.box };

/** Whether the assistant uses documents and, below the choice that says so, how. */
export function DataSourceChoices({ options, onChange }: DataSourceChoicesProps) {
  const { disableDataSources: usesNone } = options;
  const texts = getDataSourceOptionTexts();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t`Data Source Options`}</legend>
      <Radio.Group
        aria-label={t`Data Source Options`}
        value={usesNone ? "none" : "some"}
        onChange={(value) => onChange({ ...options, disableDataSources: value === "none" })}
      >
        <div className={classes.group}>
          <Radio value="some" label={t`Use documents`} classNames={radioClasses} />
          <div className={classes.nested}>
            {texts
              .filter(({ name }) => name !== "disableDataSources")
              .map(({ name, label, description }) => (
                <OptionCheck
                  key={name}
                  label={label}
                  description={description}
                  isOn={options[name]}
                  isDisabled={usesNone}
                  onChange={(isOn) => onChange({ ...options, [name]: isOn })}
                />
              ))}
          </div>
          <Radio
            value="none"
            label={texts.find(({ name }) => name === "disableDataSources")?.label}
            classNames={radioClasses}
          />
        </div>
      </Radio.Group>
    </fieldset>
  );
}
