import { type ComponentType, createElement, type FunctionComponent, lazy as lazyOnce, useState } from "react";

const resets = new Set<() => void>();

/** Lets the components whose code could not be loaded try again the next time they are mounted. */
export function forgetFailedCode(): void {
  for (const reset of resets) reset();
  resets.clear();
}

/** Like React's `lazy`, but loads code that could not be loaded again after `forgetFailedCode`. React's never does. */
export const lazy = createLazy as unknown as typeof lazyOnce; // React's type infers the props of each component

function createLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): FunctionComponent<Props> {
  let current: ComponentType<Props>;
  const reset = () => {
    current = lazyOnce(() =>
      load().catch((error: unknown) => {
        resets.add(reset);
        throw error;
      }),
    );
  };
  reset();
  // biome-ignore lint/correctness/noComponentHookFactories: like React's, this is called once per component, in a module.
  return function Lazy(props: Props) {
    // Chosen once per mount, because another component would lose its state.
    const [Component] = useState(() => current);
    return createElement(Component, props);
  };
}
