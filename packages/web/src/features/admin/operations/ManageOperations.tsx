import { foldText, type RegisteredOperation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconReload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { operationsQuery } from "../../../entities/assistants/operationsQuery.ts";
import { useBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "../Admin.module.css";
import { OperationTable } from "./OperationTable.tsx";

/** The registered operations, searched by their names and tags. */
export function ManageOperations({ onEdit }: { onEdit: (operation: RegisteredOperation) => void }) {
  const { data: operations, error, isFetching, refetch } = useQuery(operationsQuery);
  const [search, setSearch] = useState("");
  const tableRef = useRef<HTMLDivElement>(null);
  // Somebody else has registered or deleted some.
  useBrowserEvent("config", () => void refetch());
  const found = operations?.filter((operation) => matches(operation, search)) ?? [];
  return (
    <section className={classes.section} aria-labelledby="admin-operations" aria-busy={isFetching}>
      <header className={classes.sectionHead}>
        <h3 id="admin-operations" className={classes.heading}>
          {t`Manage Ops`}
        </h3>
        <IconButton name={t`Reload the ops`} loading={isFetching} onClick={() => void refetch()}>
          <IconReload size={18} stroke={1.6} />
        </IconButton>
      </header>
      {error && <LoadFailedBanner text={t`The ops couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />}
      {!operations && !error && <ListSkeleton label={t`Loading the ops`} />}
      {operations && operations.length > 0 && (
        <SearchField
          label={t`Search ops by name or tag`}
          value={search}
          onChange={setSearch}
          onArrowDown={() => tableRef.current?.querySelector("button")?.focus()}
        />
      )}
      {operations && found.length === 0 && (
        <p role="status" className={classes.note}>
          {operations.length === 0 ? t`No op has been registered yet.` : t`No op has this name or tag.`}
        </p>
      )}
      {found.length > 0 && <OperationTable tableRef={tableRef} operations={found} onEdit={onEdit} />}
    </section>
  );
}

function matches({ name, tags }: RegisteredOperation, search: string): boolean {
  const words = foldText(search.trim());
  return [name, ...tags].some((text) => foldText(text).includes(words));
}
