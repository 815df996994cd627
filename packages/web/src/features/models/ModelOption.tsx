import type { Model } from "@lectern/contract";
import { IconCheck } from "@tabler/icons-react";
import classes from "./ModelSelector.module.css";

/** A model in a list: its name and its description, below the heading of its family. */
export function ModelOption({ model, isChosen }: { model: Model; isChosen: boolean }) {
  return (
    <div className={classes.model}>
      <div className={classes.line}>
        <span className={classes.name}>{model.name}</span>
        <IconCheck size={16} stroke={2} className={isChosen ? classes.check : classes.noCheck} aria-hidden />
      </div>
      {model.description && <p className={classes.description}>{model.description}</p>}
    </div>
  );
}
