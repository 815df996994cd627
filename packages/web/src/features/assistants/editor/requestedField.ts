import { createPageStore } from "../../../lib/pageStore.ts";

export type FirstField = "name" | "instructions";

interface RequestedField {
  assistantId: string;
  field: FirstField;
}

/** The field of an assistant of a group that is to get the focus in its editor, which may not be open yet. */
export const useRequestedField = createPageStore<{ requested: RequestedField | null }>(() => ({ requested: null }));

export const requestField = (assistantId: string, field: FirstField) =>
  useRequestedField.setState({ requested: { assistantId, field } });

/** Returns the field that is requested of an assistant, once; null: none. */
export function takeRequestedField(assistantId: string): FirstField | null {
  const { requested } = useRequestedField.getState();
  if (requested?.assistantId !== assistantId) return null;
  useRequestedField.setState({ requested: null });
  return requested.field;
}
