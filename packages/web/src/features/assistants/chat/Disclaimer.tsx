import type { JsonObject } from "@lectern/contract";
import classes from "./Disclaimer.module.css";

/** What the author of the assistant says below each of its answers. */
export function Disclaimer({ state: { currentAssistantDisclaimer: text } }: { state: JsonObject }) {
  return (
    typeof text === "string" &&
    text.trim() !== "" && (
      <p className={classes.disclaimer} dir="auto">
        {text}
      </p>
    )
  );
}
