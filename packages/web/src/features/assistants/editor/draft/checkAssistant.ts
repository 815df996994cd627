import type { Model } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { type Attachment, maxTokensOf } from "../../../../entities/files/upload/attachment.ts";
import type { AssistantDraft } from "./assistantDraft.ts";
import type { DraftField } from "./validateDraft.ts";

/** A line of the checklist. */
export interface Check {
  id: string;
  isPassed: boolean;
  /** True if there is nothing to check. */
  isEmpty?: boolean;
  /** True if it only waits for the author to write something. */
  isUnwritten?: boolean;
  text: string;
  /** The field where the problem can be solved. */
  field: DraftField;
}

interface CheckContext {
  /** All documents of the assistant, with those of its group types. */
  documents: readonly Attachment[];
  /** Null while the models are loading. */
  models: readonly Model[] | null;
  /** The model that answers unless the assistant enforces one; null: unknown. */
  defaultModel: Model | null;
}

/** A rough estimate, as for messages. The server counts exactly. */
const charactersPerToken = 4;

/** Checks what people notice who chat with the assistant. Nothing of it prevents saving. */
export function checkAssistant(draft: AssistantDraft, { documents, models, defaultModel }: CheckContext): Check[] {
  const hasName = draft.name.trim() !== "";
  const hasDescription = draft.description.trim() !== "";
  const hasInstructions = draft.instructions.trim() !== "";
  const enforcedModel = models?.find(({ id }) => id === draft.model) ?? null;
  const model = draft.model === null ? defaultModel : enforcedModel;
  return [
    {
      id: "name",
      field: "name",
      isPassed: hasName,
      isUnwritten: !hasName,
      text: hasName ? t`It has a name` : t`It needs a name`,
    },
    {
      id: "description",
      field: "description",
      isPassed: hasDescription,
      isUnwritten: !hasDescription,
      text: hasDescription ? t`It has a description` : t`It has no description to tell people what it is for`,
    },
    {
      id: "instructions",
      field: "instructions",
      isPassed: hasInstructions,
      isUnwritten: !hasInstructions,
      text: hasInstructions ? t`It has instructions` : t`It has no instructions`,
    },
    checkDocuments(documents),
    ...(models === null ? [] : [checkModel(draft, enforcedModel, models)]),
    ...(model === null ? [] : [checkWindow(draft, documents, model)]),
  ];
}

function checkDocuments(documents: readonly Attachment[]): Check {
  const waiting = documents.filter(({ state }) => state !== "ready" && state !== "failed").length;
  const failed = documents.filter(({ state }) => state === "failed").length;
  const field = "documents";
  if (failed > 0) {
    const text = plural(failed, { one: "# document can’t be used", other: "# documents can’t be used" });
    return { id: "documents", field, isPassed: false, text };
  }
  if (waiting > 0) {
    const text = plural(waiting, { one: "# document isn’t ready yet", other: "# documents aren’t ready yet" });
    return { id: "documents", field, isPassed: false, text };
  }
  if (documents.length === 0) return { id: "documents", field, isPassed: true, isEmpty: true, text: t`No documents` };
  const text = plural(documents.length, {
    one: "Its document is ready",
    2: "Both documents are ready",
    other: "All # documents are ready",
  });
  return { id: "documents", field, isPassed: true, text };
}

function checkModel({ model }: AssistantDraft, enforcedModel: Model | null, models: readonly Model[]): Check {
  if (model === null) {
    const isPassed = models.length > 0;
    const text = isPassed ? t`People can choose the model` : t`No model is available`;
    return { id: "model", field: "model", isPassed, text };
  }
  const name = enforcedModel?.name ?? model;
  const text = enforcedModel ? t`${name} is available` : t`The model ${name} isn’t available`;
  return { id: "model", field: "model", isPassed: enforcedModel !== null, text };
}

function checkWindow(draft: AssistantDraft, documents: readonly Attachment[], model: Model): Check {
  const { insertAttachedDocuments, disableDataSources } = draft.dataSourceOptions;
  const isInserted = insertAttachedDocuments && !disableDataSources;
  const typeTexts = Object.values(draft.groupTypeData).map(({ additionalInstructions }) => additionalInstructions);
  const longestTypeText = Math.max(0, ...typeTexts.map((text) => text.length));
  const documentTokens = documents.reduce((sum, { source }) => sum + ((source && maxTokensOf(source)) ?? 0), 0);
  const tokens =
    Math.ceil((draft.instructions.length + longestTypeText) / charactersPerToken) + (isInserted ? documentTokens : 0);
  const { name, inputContextWindow: room } = model;
  const check = { id: "window", field: "instructions" } as const;
  if (tokens - (isInserted ? documentTokens : 0) > room)
    return { ...check, isPassed: false, text: t`The instructions are too long for ${name}` };
  const text =
    tokens <= room
      ? t`Instructions and documents fit into the context window of ${name}`
      : t`The documents are too long for ${name} to read in full, so it gets the passages that match each question`;
  return { ...check, isPassed: true, text };
}
