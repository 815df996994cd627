import type { PromptTemplate } from "@lectern/contract";
import { IconEyeOff } from "@tabler/icons-react";
import { promptTypes } from "../promptTypes.ts";
import classes from "./PromptPanel.module.css";

/** A template in the list: its name, what it is where it is no plain prompt, and that it is hidden. */
export function PromptItem({ prompt }: { prompt: PromptTemplate }) {
  return (
    <>
      <span className={classes.name}>{prompt.name}</span>
      {prompt.type !== "prompt" && (
        <span className={classes.type} data-yields>
          {promptTypes[prompt.type].label}
        </span>
      )}
      {prompt.data.hidden === true && (
        <>
          <IconEyeOff size={14} stroke={1.6} className={classes.mark} data-yields aria-hidden />
          <span className={classes.unseen}>(hidden)</span>
        </>
      )}
    </>
  );
}
