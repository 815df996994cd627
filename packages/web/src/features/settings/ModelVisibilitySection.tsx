import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Switch } from "@mantine/core";
import { groupModels } from "../../entities/models/groupModels.ts";
import { useModels } from "../../entities/models/useModels.ts";
import type { SettingsSectionProps } from "../../entities/settings/settingsSection.ts";
import { getDefaultModelHiddenText } from "./findVisibilityProblem.ts";
import classes from "./SettingsDialog.module.css";
import { switchClasses } from "./switchClasses.ts";

/** Lets the person hide models, listed by family. Hidden models that are unavailable now remain hidden. */
export function ModelVisibilitySection({ settings, problem, onChange }: SettingsSectionProps) {
  const { models, default: defaultModel } = useModels();
  const defaultModelId = defaultModel?.id ?? null;
  const { hiddenModelIds } = settings;
  const hiddenIds = new Set(hiddenModelIds);
  const setShown = (members: readonly Model[], isShown: boolean) => {
    const ids = new Set(members.map(({ id }) => id));
    const otherHiddenIds = hiddenModelIds.filter((id) => !ids.has(id));
    const hideableIds = members.filter(({ id }) => id !== defaultModelId).map(({ id }) => id);
    onChange({ hiddenModelIds: isShown ? otherHiddenIds : [...otherHiddenIds, ...hideableIds] });
  };
  const families = groupModels(models);
  // A single name, such as "Other", tells nobody anything.
  const areNamed = families.length > 1;
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t`Models to choose from`}</h3>
      {models.length === 0 && <p className={classes.text}>{t`The models haven’t been loaded yet.`}</p>}
      {families.map(({ name, models: members }) => {
        const areAllShown = members.every(({ id }) => !hiddenIds.has(id));
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
          <div
            key={name}
            role="group"
            aria-label={areNamed ? name : t`Models to choose from`}
            className={classes.family}
          >
            <div className={classes.familyHead}>
              {areNamed && <h4 className={classes.familyName}>{name}</h4>}
              {members.length > 1 && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={areNamed ? (areAllShown ? t`Hide all of ${name}` : t`Show all of ${name}`) : undefined}
                  onClick={() => setShown(members, !areAllShown)}
                >
                  {areAllShown ? t`Hide all` : t`Show all`}
                </Button>
              )}
            </div>
            {members.map((model) => (
              <Switch
                key={model.id}
                checked={!hiddenIds.has(model.id)}
                disabled={model.id === defaultModelId && !hiddenIds.has(model.id)}
                classNames={switchClasses}
                label={model.name}
                {...(model.id === defaultModelId ? { description: getDefaultModelHiddenText() } : {})}
                onChange={({ currentTarget }) => setShown([model], currentTarget.checked)}
              />
            ))}
          </div>
        );
      })}
      <p role="alert" className={classes.refusal}>
        {problem}
      </p>
    </section>
  );
}
