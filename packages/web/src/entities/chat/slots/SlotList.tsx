import { Suspense } from "react";
import type { SlotContribution } from "./chatSlots.ts";

interface SlotListProps<Props> {
  list: readonly SlotContribution<Props>[];
  props: Props;
}

/** The components at a position that apply, in the order of their list. */
export function SlotList<Props extends object>({ list, props }: SlotListProps<Props>) {
  return list
    .filter(({ appliesTo }) => appliesTo?.(props) ?? true)
    .map(({ id, Component }) => (
      <Suspense key={id} fallback={null}>
        <Component {...props} />
      </Suspense>
    ));
}
