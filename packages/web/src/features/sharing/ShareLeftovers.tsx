import { t } from "@lingui/core/macro";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import classes from "./ShareDialog.module.css";

export interface Leftovers {
  failed: readonly { name: string; reason: string }[];
  /** The names of the items. */
  leftOut: readonly string[];
}

/** Says who did not receive what was shared, and what was not shared. */
export function ShareLeftovers({ leftovers: { failed, leftOut } }: { leftovers: Leftovers }) {
  return (
    <div role="alert" className={classes.leftovers}>
      {failed.length > 0 && (
        <>
          <p>{t`These recipients didn’t receive anything:`}</p>
          <ul>
            {failed.map(({ name, reason }) => (
              <li key={name}>
                <strong dir="auto">{name}</strong> {translateServerText(reason)}
              </li>
            ))}
          </ul>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <p>{t`These items weren’t shared, because they no longer exist or can’t be shared:`}</p>
          <ul>
            {leftOut.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order, and names may repeat
              <li key={index} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
