import type { ModelEndpointsConfig } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Disclosure } from "../../../../ui/disclosure/Disclosure.tsx";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";
import { listModels, type Models } from "../models/modelChanges.ts";
import { EndpointList } from "./EndpointList.tsx";
import { findEndpoints, replaceEndpoints } from "./endpointChanges.ts";

interface EndpointsSectionProps {
  stored: readonly ModelEndpointsConfig[];
  /** The addresses of the models for which they were changed and not saved. */
  changes: readonly ModelEndpointsConfig[];
  models: Models;
  onChange: (changes: ModelEndpointsConfig[]) => void;
}

/** The models, each with the addresses over which its calls are spread. */
export function EndpointsSection({ stored, changes, models, onChange }: EndpointsSectionProps) {
  const [search, setSearch] = useState("");
  const [openId, setOpenId] = useState<string | null>(null);
  const shown = listModels(models, search, "name").filter(
    ({ provider, isRemoved }) => provider !== "Guide" && !isRemoved,
  );
  return (
    <>
      <p className={classes.note}>
        {t`Calls are spread over the addresses of a model. One that fails is avoided for a while. Keys are stored encrypted and never shown.`}
      </p>
      <TextInput
        type="search"
        classNames={{ input: fieldClasses.input ?? "" }}
        aria-label={t`Search models`}
        placeholder={t`Search models`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {shown.length === 0 && (
        <p className={classes.note}>
          {search.trim() === ""
            ? t`There are no models yet. Connect a model server, or add a model.`
            : t`No models match.`}
        </p>
      )}
      {shown.map(({ id, name }) => {
        const endpoints = findEndpoints(stored, changes, id);
        const count = plural(endpoints.filter(({ isRemoved }) => !isRemoved).length, {
          0: "no address",
          one: "# address",
          other: "# addresses",
        });
        const isChanged = changes.some((model) => model.id === id);
        return (
          <Disclosure
            key={id}
            label={`${isChanged ? `${name} *` : name} · ${count}`}
            isOpen={openId === id}
            onToggle={(isOpen) => setOpenId(isOpen ? id : null)}
          >
            <EndpointList
              modelId={id}
              modelName={name}
              endpoints={endpoints}
              onChange={(changed) => onChange(replaceEndpoints(changes, id, changed))}
            />
          </Disclosure>
        );
      })}
    </>
  );
}
