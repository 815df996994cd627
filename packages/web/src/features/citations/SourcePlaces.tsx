import type { Location } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { formatLocations } from "../../entities/citations/formatLocations.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./SourceItem.module.css";

/** How many places of a passage are shown at first. */
export const maxPlaces = 2;

interface SourcePlacesProps {
  locations: readonly Location[];
  /** Renders the shown places. `moreButton`: shows and hides the rest; null if there is none. */
  children: (places: readonly string[], moreButton: ReactNode) => ReactNode;
}

/** The first places of a passage, and a button such as `+10` that shows the rest. */
export function SourcePlaces({ locations, children }: SourcePlacesProps) {
  const [areAllShown, setAreAllShown] = useState(false);
  const places = formatLocations(locations);
  const hiddenCount = places.length - maxPlaces;
  const moreButton = hiddenCount > 0 && (
    <button
      type="button"
      className={classes.more}
      aria-label={areAllShown ? undefined : plural(hiddenCount, { one: "+# place", other: "+# places" })}
      aria-expanded={areAllShown}
      onClick={() => setAreAllShown(!areAllShown)}
    >
      {areAllShown ? t`Show less` : `+${formatNumber(hiddenCount)}`}
    </button>
  );
  return children(areAllShown ? places : places.slice(0, maxPlaces), moreButton || null);
}
