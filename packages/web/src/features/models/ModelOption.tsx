import type { Model } from "@lectern/contract";
import { IconCheck } from "@tabler/icons-react";
import { isGuide } from "../../entities/models/useModels.ts";
import classes from "./ModelSelector.module.css";

/** A model in a list: its name, its provider and its description. */
export function ModelOption({ model, isChosen }: { model: Model; isChosen: boolean }) {
  return (
    <div className={classes.model}>
      <div className={classes.line}>
        <span className={classes.name}>{model.name}</span>
        {/* The description of the guide says that it is not a language model. */}
        <span className={classes.provider}>{isGuide(model) ? null : model.provider}</span>
        <IconCheck size={16} stroke={2} className={isChosen ? classes.check : classes.noCheck} aria-hidden />
      </div>
      {model.description && <p className={classes.description}>{model.description}</p>}
    </div>
  );
}
