import { foldText } from "@lectern/contract";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { plural, t } from "@lingui/core/macro";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./ConnectModel.module.css";
import { formatModelIds } from "./formatModelIds.ts";

interface DiscoveredModelsProps {
  ids: readonly string[];
  /** The models that are not for chats. */
  leftOutIds: readonly string[];
  chosenIds: ReadonlySet<string>;
  onChange: (chosenIds: ReadonlySet<string>) => void;
}

/** A search field is shown for at least this many models. */
const searchThreshold = 9;

/** The models of a server, with a checkbox for each. */
export function DiscoveredModels({ ids, leftOutIds, chosenIds, onChange }: DiscoveredModelsProps) {
  const [search, setSearch] = useState("");
  const searchText = foldText(search.trim());
  const visibleIds = ids.filter((id) => foldText(id).includes(searchText));
  const { length: count } = ids;
  const leftOutNames = formatModelIds(leftOutIds);
  const chosenCount = formatNumber(chosenIds.size);
  const toggle = (id: string) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className={classes.found}>
      <legend className={classes.foundTitle}>
        {plural(count, { one: "# model found", other: "# models found" })}
        <span role="status" className={classes.count}>
          {t`${chosenCount} selected`}
        </span>
      </legend>
      {ids.length >= searchThreshold && (
        <TextInput
          classNames={{ input: classes.field }}
          aria-label={t`Search models`}
          placeholder={t`Search`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div className={classes.list}>
        {visibleIds.map((id) => (
          <Checkbox
            key={id}
            classNames={{ input: classes.box }}
            label={id}
            checked={chosenIds.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
        {visibleIds.length === 0 && <p className={classes.intro}>{t`No models match.`}</p>}
      </div>
      {leftOutNames !== "" && <p className={classes.intro}>{t`Not for chats: ${leftOutNames}`}</p>}
    </fieldset>
  );
}
