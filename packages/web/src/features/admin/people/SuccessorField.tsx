import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import { removeDuplicates } from "../../../ui/SelectField.tsx";
import { peopleQuery } from "./peopleQueries.ts";

interface SuccessorFieldProps {
  /** Who cannot be the successor. */
  personId: string;
  value: string | null;
  isRequired: boolean;
  onChange: (successorId: string | null) => void;
}

const searchDelayMs = 200;

/** Finds another person who can sign in, by name or address. */
export function SuccessorField({ personId, value, isRequired, onChange }: SuccessorFieldProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [query] = useDebouncedValue(search === chosen?.label ? "" : search.trim(), searchDelayMs);
  const { data, error, isFetching } = useInfiniteQuery({
    ...peopleQuery({ query, status: "active", sort: "name" }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.pages.flatMap(({ people }) => people) ?? [])
    .filter(({ id }) => id !== personId)
    .map(({ id, name, email }) => ({ value: id, label: name && name !== email ? `${name} (${email})` : email }));
  return (
    <Select
      label={t`Successor`}
      placeholder={t`Name or email address`}
      required={isRequired}
      classNames={{ input: fieldClasses.input ?? "" }}
      data={removeDuplicates(chosen ? [chosen, ...found] : found)}
      // The server has searched already.
      filter={({ options }) => options}
      value={value}
      searchable
      clearable={!isRequired}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={isFetching ? t`Searching…` : t`No matches`}
      error={error && t`The people couldn’t be loaded.`}
      onChange={(id) => {
        setChosen(found.find((person) => person.value === id) ?? null);
        onChange(id);
      }}
    />
  );
}
