import type { AssistantOperation, RegisteredOperation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { operationsQuery } from "../../../../../entities/assistants/operationsQuery.ts";
import { getIntegrationName } from "../../../../../entities/integrations/integrationNames.ts";
import { IconButton } from "../../../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../../../ui/LoadFailedBanner.tsx";
import { SearchField } from "../../../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../../../ui/Skeletons.tsx";
import editorClasses from "../../Editor.module.css";
import { OptionCheck } from "../OptionChecks.tsx";
import { findOperations } from "./findOperations.ts";
import classes from "./Operations.module.css";

interface RegisteredOperationsProps {
  chosen: readonly AssistantOperation[];
  canAdd: boolean;
  onChange: (operations: AssistantOperation[]) => void;
}

/** The operations that a site administrator has registered, of which the author ticks those that the assistant can call. */
export function RegisteredOperations({ chosen, canAdd, onChange }: RegisteredOperationsProps) {
  const { data: registered, error, refetch } = useQuery(operationsQuery);
  const remove = (id: string) => onChange(chosen.filter((operation) => operation.id !== id));
  const gone = registered ? chosen.filter(({ id }) => registered.every((operation) => operation.id !== id)) : [];
  return (
    <fieldset className={editorClasses.group}>
      <legend className={editorClasses.label}>{t`Enabled API Capabilities`}</legend>
      {!registered && !error && <ListSkeleton rows={2} label={t`Loading the operations`} />}
      {!registered && error && (
        <LoadFailedBanner text={t`The operations couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
      )}
      {gone.map(({ id, name }) => (
        <GoneOperation key={id} name={name || id} onRemove={() => remove(id)} />
      ))}
      {registered?.length === 0 && (
        <p className={editorClasses.note}>{t`Your administrator has not registered any operations yet.`}</p>
      )}
      {registered && registered.length > 0 && (
        <OperationChoices
          operations={registered}
          isChosen={(id) => chosen.some((operation) => operation.id === id)}
          canAdd={canAdd}
          onAdd={(operation) => onChange([...chosen, toChosen(operation)])}
          onRemove={remove}
        />
      )}
    </fieldset>
  );
}

/** The tag of a built-in operation is the name of its integration. */
function describe({ description, tags, integration, isBuiltIn }: RegisteredOperation): string {
  const integrationName = integration && getIntegrationName(integration);
  const account = integrationName ? t`Uses the person’s ${integrationName}` : "";
  return [description, account, isBuiltIn ? "" : tags.join(", ")].filter((part) => part !== "").join(" · ");
}

const toChosen = ({ id, name, description, params, type }: RegisteredOperation): AssistantOperation => ({
  id,
  name,
  description,
  params,
  type,
});

function GoneOperation({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div className={classes.gone}>
      <span className={classes.goneText}>
        {name}
        <span className={editorClasses.note}>{t`No longer registered. The assistant can’t call it.`}</span>
      </span>
      <IconButton name={t`Remove ${name}`} onClick={onRemove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
    </div>
  );
}

interface OperationChoicesProps {
  operations: readonly RegisteredOperation[];
  isChosen: (id: string) => boolean;
  canAdd: boolean;
  onAdd: (operation: RegisteredOperation) => void;
  onRemove: (id: string) => void;
}

function OperationChoices({ operations, isChosen, canAdd, onAdd, onRemove }: OperationChoicesProps) {
  const [search, setSearch] = useState("");
  const listRef = useRef<HTMLUListElement>(null);
  const found = findOperations(operations, search);
  return (
    <>
      <SearchField
        label={t`Search operations`}
        value={search}
        onChange={setSearch}
        onArrowDown={() => listRef.current?.querySelector("input")?.focus()}
      />
      <ul ref={listRef} className={classes.choices} aria-label={t`Registered operations`}>
        {found.map((operation) => {
          const { id, name } = operation;
          const isOn = isChosen(id);
          const details = describe(operation);
          return (
            <li key={id}>
              <OptionCheck
                label={name}
                description={details || undefined}
                isOn={isOn}
                isDisabled={!isOn && !canAdd}
                onChange={(isTicked) => (isTicked ? onAdd(operation) : onRemove(id))}
              />
            </li>
          );
        })}
      </ul>
      {found.length === 0 && (
        <p className={editorClasses.note} role="status">
          {t`No operation matches your search.`}
        </p>
      )}
    </>
  );
}
