import type { PeopleSort, PeopleStatus } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import { ErasureDialog } from "./erasure/ErasureDialog.tsx";
import { ErasureList } from "./erasure/ErasureList.tsx";
import classes from "./People.module.css";
import { PersonDialog } from "./PersonDialog.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { peopleQuery } from "./peopleQueries.ts";

const searchDelayMs = 200;

/** The people who have signed in, and what administrators can do about their accounts. */
export function PeoplePanel() {
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<{ status: PeopleStatus; sort: PeopleSort }>({ status: "all", sort: "name" });
  const [open, setOpen] = useState<{ kind: "person" | "erasure"; id: string } | null>(null);
  const [query] = useDebouncedValue(search.trim(), searchDelayMs);
  const list = useInfiniteQuery({ ...peopleQuery({ ...order, query }), placeholderData: keepPreviousData });
  const listRef = useRef<HTMLUListElement>(null);
  // Somebody whose place has changed while pages were loading may be in two of them.
  const people = [
    ...new Map(list.data?.pages.flatMap((page) => page.people).map((person) => [person.id, person])).values(),
  ];
  const close = () => setOpen(null);
  return (
    <section className={adminClasses.section} aria-labelledby="admin-people" aria-busy={list.isFetching}>
      <h3 id="admin-people" className={adminClasses.heading}>
        {t`People`}
      </h3>
      <p className={adminClasses.note}>
        {t`Everybody who has signed in. Administrators see how much people use, never what they write.`}
      </p>
      <div className={classes.filters}>
        <SearchField
          label={t`Search people`}
          value={search}
          onChange={setSearch}
          onArrowDown={() => listRef.current?.querySelector("button")?.focus()}
        />
        <SelectField
          aria-label={t`Show people`}
          value={order.status}
          choices={[
            { value: "all", label: t`All people` },
            { value: "active", label: t({ message: "Not blocked", context: "people" }) },
            { value: "blocked", label: t({ message: "Blocked", context: "people" }) },
            { value: "administrators", label: t`Administrators` },
          ]}
          onChange={(status) => setOrder({ ...order, status: status as PeopleStatus })} // one of the choices
        />
        <SelectField
          aria-label={t`Sort people by`}
          value={order.sort}
          choices={[
            { value: "name", label: t`By name` },
            { value: "email", label: t`By email` },
            { value: "lastSeen", label: t`Last seen first` },
          ]}
          onChange={(sort) => setOrder({ ...order, sort: sort as PeopleSort })} // one of the choices
        />
      </div>
      {list.error && (
        <LoadFailedBanner
          text={t`The people couldn’t be loaded.`}
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.isPending && <ListSkeleton label={t`Loading the people`} />}
      {list.data && people.length === 0 && (
        <p role="status" className={adminClasses.note}>
          {query === "" ? t`There is nobody here.` : t`Nobody has this in their name or email address.`}
        </p>
      )}
      {people.length > 0 && (
        <ul ref={listRef} className={classes.list} aria-label={t`People`}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onOpen={() => setOpen({ kind: "person", id: person.id })} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {t`Show more people`}
        </Button>
      )}
      <ErasureList onOpen={(id) => setOpen({ kind: "erasure", id })} />
      {open?.kind === "person" && (
        <PersonDialog
          key={open.id}
          personId={open.id}
          onClose={close}
          onErased={() => setOpen({ kind: "erasure", id: open.id })}
        />
      )}
      {open?.kind === "erasure" && <ErasureDialog key={open.id} personId={open.id} onClose={close} />}
    </section>
  );
}
