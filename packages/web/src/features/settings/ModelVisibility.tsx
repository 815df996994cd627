import type { Model } from "@lectern/contract";
import { Button, Switch } from "@mantine/core";
import { modelFamilies } from "./modelFamilies.ts";
import { defaultStaysText } from "./refuseHidden.ts";
import classes from "./SettingsDialog.module.css";
import { switchClasses } from "./switchClasses.ts";

interface ModelVisibilityProps {
  models: readonly Model[];
  defaultModelId: string | null;
  hiddenIds: readonly string[];
  refusal: string | null;
  onChange: (hiddenIds: string[]) => void;
}

/** Which models are offered where one is chosen, by family. Hidden models that are not there now stay hidden. */
export function ModelVisibility({ models, defaultModelId, hiddenIds, refusal, onChange }: ModelVisibilityProps) {
  const hidden = new Set(hiddenIds);
  const set = (members: readonly Model[], isShown: boolean) => {
    const ids = new Set(members.map(({ id }) => id));
    const others = hiddenIds.filter((id) => !ids.has(id));
    const mayHide = members.filter(({ id }) => id !== defaultModelId).map(({ id }) => id);
    onChange(isShown ? others : [...others, ...mayHide]);
  };
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>Models you are offered</h3>
      {models.length === 0 && <p className={classes.text}>The models have not been loaded yet.</p>}
      {modelFamilies(models).map(({ name, models: members }) => {
        const areAllShown = members.every(({ id }) => !hidden.has(id));
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
          <div key={name} role="group" aria-label={name} className={classes.family}>
            <div className={classes.familyHead}>
              <h4 className={classes.familyName}>{name}</h4>
              {members.length > 1 && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`${areAllShown ? "Hide" : "Show"} all of ${name}`}
                  onClick={() => set(members, !areAllShown)}
                >
                  {areAllShown ? "Hide all" : "Show all"}
                </Button>
              )}
            </div>
            {members.map((model) => (
              <Switch
                key={model.id}
                checked={!hidden.has(model.id)}
                disabled={model.id === defaultModelId && !hidden.has(model.id)}
                classNames={switchClasses}
                label={model.name}
                {...(model.id === defaultModelId ? { description: defaultStaysText } : {})}
                onChange={({ currentTarget }) => set([model], currentTarget.checked)}
              />
            ))}
          </div>
        );
      })}
      <p role="alert" className={classes.refusal}>
        {refusal}
      </p>
    </section>
  );
}
