import { t } from "@lingui/core/macro";
import { IconAdjustments } from "@tabler/icons-react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";
import { openSiteAdmin } from "../../entities/shell/siteAdminRoute.ts";
import { listAdminSettings, searchAdminSettings } from "./search/adminSettings.ts";
import { getTabTexts } from "./tabTitles.ts";

const maxEntries = 8;

/** Returns the function that finds settings of the administration for the palette. It finds none for an empty search. */
export function useAdminSettingPalette(): FindPaletteGroup {
  const isAdmin = useFlag("adminInterface");
  return (search) => {
    const found = isAdmin ? searchAdminSettings(listAdminSettings(), search) : [];
    const entries = found.slice(0, maxEntries).map(({ id, tab, name }) => ({
      id: `setting ${id}`,
      name,
      detail: getTabTexts(tab).title,
      icon: <IconAdjustments size={16} stroke={1.6} />,
      run: () => openSiteAdmin(tab, id),
    }));
    return { name: t`Administration`, entries };
  };
}
