import { type ComponentType, createElement, type FunctionComponent, useState } from "react";
import { createLoadable } from "../loadable.ts";
import { lazy } from "./lazy.ts";

/** A component whose code is loaded when it is first rendered, or before, by `load`. */
export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Loads the code once; after a failure, the next call tries again. Rejects if it cannot be loaded. */
  load: () => Promise<unknown>;
};

/**
 * Wraps the dynamic import of a component. Unlike one made by `lazy` alone, the component renders at once if its code has
 * been loaded before: `lazy` always suspends first, and React then waits 300 ms before it replaces the fallback.
 */
export function createLazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const { load, getLoaded } = createLoadable(importComponent);
  const Suspending: ComponentType<Props> = lazy(() => load().then((Component) => ({ default: Component })));
  // biome-ignore lint/correctness/noComponentHookFactories: like `lazy`, this is called once per component, in a module.
  function Lazy(props: Props) {
    // Chosen once per mount, because another component would lose its state.
    const [Component] = useState<ComponentType<Props>>(() => getLoaded() ?? Suspending);
    return createElement(Component, props);
  }
  return Object.assign(Lazy, { load });
}
