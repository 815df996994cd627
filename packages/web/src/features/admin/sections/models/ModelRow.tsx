import { findOtherModelKind, isEmbeddingsModelId, type ModelConfig, type OtherModelKind } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "../../Admin.module.css";
import { hasNoPrice } from "./modelChanges.ts";

interface ModelRowProps {
  model: ModelConfig;
  /** True if it has changes that are not saved. */
  isChanged: boolean;
  /** True if the server's environment offers it, so that it cannot be removed. */
  isLocked: boolean;
  onEdit: () => void;
  onChange: (model: ModelConfig) => void;
  onRemove: () => void;
}

/** A model of the list, in words, with what can be done with it. */
export function ModelRow({ model, isChanged, isLocked, onEdit, onChange, onRemove }: ModelRowProps) {
  const { id, name, isAvailable, isRemoved } = model;
  const canRestore = isRemoved || (isLocked && !isAvailable);
  const restore = () => {
    const { isRemoved: _, ...kept } = model;
    onChange({ ...kept, isAvailable: isRemoved ? isAvailable : true });
  };
  return (
    <li className={classes.row} data-dimmed={!isAvailable || isRemoved || undefined}>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{isChanged ? `${name} *` : name}</span>
        <span className={classes.note}>
          {[model.provider, ...(id === name ? [] : [id]), ...describeModel(model)].join(" · ")}
        </span>
      </div>
      <div className={classes.rowActions}>
        {!isRemoved && (
          <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={onEdit}>{t`Edit`}</Button>
        )}
        {canRestore ? (
          <Button
            size="xs"
            variant="default"
            aria-label={isRemoved ? t`Keep ${name}` : t`Make ${name} available`}
            onClick={restore}
          >
            {isRemoved ? t`Keep` : t`Make available`}
          </Button>
        ) : (
          <Button size="xs" variant="default" aria-label={t`Remove ${name}`} onClick={onRemove}>{t`Remove`}</Button>
        )}
      </div>
    </li>
  );
}

function describeModel(model: ModelConfig): string[] {
  const groups = model.exclusiveGroupAvailability.join(", ");
  const otherKind = findOtherModelKind(model.id);
  return [
    ...(model.isRemoved ? [t`Removed when you save`] : model.isAvailable ? [] : [t`Not available`]),
    ...(isEmbeddingsModelId(model.id) ? [t`Embeddings`] : []),
    ...(otherKind ? [describeOtherKind(otherKind)] : []),
    ...(hasNoPrice(model) ? [t`No price: limits do not apply`] : []),
    ...(groups === "" ? [] : [t`Only for ${groups}`]),
    ...(model.isDefault ? [t({ message: "Default", context: "model" })] : []),
  ];
}

function describeOtherKind(kind: OtherModelKind): string {
  switch (kind) {
    case "speech":
      return t`For speech, not for chats`;
    case "pictures":
      return t`For pictures, not for chats`;
    case "reranking":
      return t`For reranking, not for chats`;
    case "moderation":
      return t`For moderation, not for chats`;
    default:
      return kind satisfies never;
  }
}
