import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { ModelSelectorProps } from "../../entities/models/modelSelectorProps.ts";
import { useModels } from "../../entities/models/useModels.ts";
import { LazyModelSelect } from "./LazyModelSelect.tsx";
import classes from "./ModelSelector.module.css";

const noIds: readonly string[] = [];

/** A field that selects a model, with a search by name, provider, family and description. */
export function ModelSelector({ value, onChange, hiddenIds = noIds, disabled = false }: ModelSelectorProps) {
  const { status, models: allModels, find, retry } = useModels();
  const models = useMemo(
    () => allModels.filter(({ id }) => id === value || !hiddenIds.includes(id)),
    [allModels, value, hiddenIds],
  );
  if (status === "failed") return <Unavailable onRetry={retry} />;
  if (models.length === 0) {
    return (
      <div className={classes.loading} role="status">
        {status === "loading" ? t`Loading Models...` : t`No models are available to you.`}
      </div>
    );
  }
  return <LazyModelSelect models={models} value={find(value)?.id ?? null} disabled={disabled} onChange={onChange} />;
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.loading}>
      <span>{t`No models`}</span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
