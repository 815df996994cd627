import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { changeSiteAdminTab } from "../../../entities/shell/siteAdminRoute.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import { adminTabIds, getTabTexts } from "../tabTitles.ts";
import { type AdminSetting, listAdminSettings, searchAdminSettings } from "./adminSettings.ts";

/** A field that finds tabs, sections and single fields, and goes there. */
export function AdminSearch() {
  const [search, setSearch] = useState("");
  const settings = [...listTabs(), ...listAdminSettings()];
  const titles = new Map(settings.map(({ id, tab }) => [id, getTabTexts(tab).title]));
  return (
    <Select
      type="search"
      classNames={{ root: classes.search ?? "", input: fieldClasses.input ?? "" }}
      aria-label={t`Search settings`}
      placeholder={t`Search settings`}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={null}
      data={settings.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      searchable
      selectFirstOptionOnChange
      // The first letter, or a word that is pasted, opens the list.
      selectFirstOptionOnDropdownOpen
      openOnFocus={false}
      maxDropdownHeight={320}
      nothingFoundMessage={search.trim() === "" ? null : t`No matches`}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ search }) =>
        searchAdminSettings(settings, search).map(({ id, name }) => ({ value: id, label: name, disabled: false }))
      }
      renderOption={({ option: { value, label } }) => (
        <span className={classes.found}>
          {label}
          <span className={classes.note}>{titles.get(value)}</span>
        </span>
      )}
      onChange={(id) => {
        setSearch("");
        const setting = settings.find((one) => one.id === id);
        if (setting) changeSiteAdminTab(setting.tab, setting.id);
      }}
    />
  );
}

const listTabs = (): AdminSetting[] =>
  adminTabIds.map((tab) => ({ id: `tab.${tab}`, tab, name: getTabTexts(tab).title, words: tab }));
