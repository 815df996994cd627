import type { ComposerToolContribution, ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";

/**
 * Returns the function that offers pasted data to the tools of the field. That function returns true if a tool accepted
 * the data.
 */
export function usePasteHandlers(
  tools: readonly ComposerToolContribution[],
  props: ComposerToolProps,
): (data: DataTransfer) => boolean {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of tools never changes, so the hooks keep their order.
  const handlers = tools.map(({ usePaste = useNoPaste }) => usePaste(props));
  return (data) => handlers.some((handle) => handle(data));
}

function useNoPaste(): (data: DataTransfer) => boolean {
  return () => false;
}
