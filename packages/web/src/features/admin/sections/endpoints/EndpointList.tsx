import type { ModelEndpointConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import classes from "../../Admin.module.css";
import { emptyEndpoint } from "./endpointChanges.ts";
import { NewEndpoint } from "./NewEndpoint.tsx";
import { StoredEndpoint } from "./StoredEndpoint.tsx";

interface EndpointListProps {
  modelId: string;
  modelName: string;
  endpoints: readonly ModelEndpointConfig[];
  onChange: (endpoints: ModelEndpointConfig[]) => void;
}

/** The addresses of one model, and fields for further ones. */
export function EndpointList({ modelId, modelName, endpoints, onChange }: EndpointListProps) {
  const change = (index: number, changed: ModelEndpointConfig) =>
    onChange(endpoints.map((endpoint, other) => (other === index ? changed : endpoint)));
  return (
    <div className={classes.fields}>
      {endpoints.length === 0 && (
        <p className={classes.note}>{t`Nobody can use this model before it has an address.`}</p>
      )}
      {endpoints.map((endpoint, index) =>
        endpoint.isNew ? (
          <NewEndpoint
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no state, and a new address has no name
            key={`new ${index}`}
            endpoint={endpoint}
            onChange={(changed) => change(index, changed)}
            onRemove={() => onChange(endpoints.filter((_, other) => other !== index))}
          />
        ) : (
          <StoredEndpoint
            key={endpoint.url}
            modelId={modelId}
            endpoint={endpoint}
            onChange={(changed) => change(index, changed)}
          />
        ),
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t`Add an address of ${modelName}`}
          onClick={() => onChange([...endpoints, emptyEndpoint])}
        >{t`Add an address`}</Button>
      </div>
    </div>
  );
}
