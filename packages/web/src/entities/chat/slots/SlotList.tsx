import { Fragment, Suspense } from "react";
import type { SlotContribution } from "./chatSlots.ts";

interface SlotListProps<Props> {
  list: readonly SlotContribution<Props>[];
  props: Props;
  /** True: what is inside the `Suspense` around the list appears with it. Otherwise each part appears by itself. */
  isAwaited?: boolean;
}

/** The components at a position that apply, in the order of their list. */
export function SlotList<Props extends object>({ list, props, isAwaited = false }: SlotListProps<Props>) {
  const Boundary = isAwaited ? Fragment : Suspense;
  return list
    .filter(({ appliesTo }) => appliesTo?.(props) ?? true)
    .map(({ id, Component }) => (
      <Boundary key={id}>
        <Component {...props} />
      </Boundary>
    ));
}
