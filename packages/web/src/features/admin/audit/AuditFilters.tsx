import { t } from "@lingui/core/macro";
import { Autocomplete, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import fieldClasses from "../../../ui/fields.module.css";
import { SelectField } from "../../../ui/SelectField.tsx";
import { peopleQuery } from "../people/peopleQueries.ts";
import classes from "./Audit.module.css";
import { isReversed, useAuditFilter } from "./auditFilter.ts";
import { auditKindsQuery } from "./auditQueries.ts";
import { getObjectTypeText, getSystemName, getVerbText } from "./auditTexts.ts";

const input = { input: fieldClasses.input ?? "" };

/** Who, what, about what, and when. */
export function AuditFilters() {
  const filter = useAuditFilter();
  const { verb, objectType, object, firstDay, lastDay } = filter;
  const { data: kinds } = useQuery(auditKindsQuery);
  const change = useAuditFilter.setState;
  const toChoices = (values: readonly string[] = [], chosen: string, getText: (value: string) => string) =>
    [...new Set([...values, ...(chosen === "" ? [] : [chosen])])]
      .map((value) => ({ value, label: getText(value) }))
      .sort((left, right) => left.label.localeCompare(right.label));
  return (
    <search className={classes.filters} aria-label={t`Filter the audit log`}>
      <ActorField />
      <SelectField
        label={t`What`}
        value={verb}
        choices={[{ value: "", label: t`Everything` }, ...toChoices(kinds?.verbs, verb, getVerbText)]}
        onChange={(value) => change({ verb: value })}
      />
      <SelectField
        label={t`Type of object`}
        value={objectType}
        choices={[{ value: "", label: t`All types` }, ...toChoices(kinds?.objectTypes, objectType, getObjectTypeText)]}
        onChange={(value) => change({ objectType: value })}
      />
      <TextInput
        label={t`Object`}
        placeholder={t`Id or email address`}
        classNames={input}
        value={object}
        onChange={(event) => change({ object: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`First day`}
        classNames={input}
        value={firstDay}
        max={lastDay || undefined}
        onChange={(event) => change({ firstDay: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`Last day`}
        classNames={input}
        value={lastDay}
        min={firstDay || undefined}
        error={isReversed(filter) && t`The last day is before the first one.`}
        onChange={(event) => change({ lastDay: event.currentTarget.value })}
      />
    </search>
  );
}

const searchDelayMs = 200;

/** An address, an id, or the server itself. It suggests people. */
function ActorField() {
  const { actor } = useAuditFilter();
  const [query] = useDebouncedValue(actor.trim(), searchDelayMs);
  const people = useInfiniteQuery({
    ...peopleQuery({ query, status: "all", sort: "email" }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const emails = people.data?.pages.flatMap((page) => page.people.map(({ email }) => email)) ?? [];
  return (
    <Autocomplete
      label={t`Who`}
      placeholder={t`Email address or id`}
      classNames={input}
      data={[...new Set([getSystemName(), ...(query === "" ? [] : emails)])]}
      filter={({ options }) => options}
      value={actor}
      onChange={(value) => useAuditFilter.setState({ actor: value })}
    />
  );
}
