import { t } from "@lingui/core/macro";
import { openPalette } from "../../../entities/shell/paletteTyping.ts";
import { getKeyCaps, paletteKeys } from "../../../entities/shell/shortcuts.ts";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./PaletteHint.module.css";

/** Shows the keys that search everything; a click does the same. */
export function PaletteHint() {
  const keys = getKeyCaps(paletteKeys).join(" ");
  return (
    <Tooltip label={t`Search everything`}>
      <button type="button" className={classes.keys} aria-label={t`Search everything, ${keys}`} onClick={openPalette}>
        {keys}
      </button>
    </Tooltip>
  );
}
