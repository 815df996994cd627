import { plural, t } from "@lingui/core/macro";
import { describeItems } from "../../entities/exports/describeItems.ts";
import { countItems, type SharableItems } from "./collectShared.ts";
import classes from "./ShareDialog.module.css";

/** Says what will be shared, with what is in the chosen folders. */
export function SharedSummary({ items }: { items: SharableItems }) {
  const counts = countItems(items);
  const shared = describeItems(counts);
  const total = counts.conversations + counts.prompts + counts.folders;
  return (
    <div role="status" className={classes.summary}>
      {total > 0 && (
        <p>
          {plural(total, { one: `${shared} will be shared.`, other: `${shared} will be shared.` })}{" "}
          {t`Recipients get a copy as it is now.`}
        </p>
      )}
    </div>
  );
}
