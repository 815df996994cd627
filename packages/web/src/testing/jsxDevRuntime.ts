import type { ElementType, Key } from "react";
import { jsx } from "react/jsx-runtime";

export { Fragment } from "react/jsx-runtime";

/** What compiled JSX calls in development. The production build of React leaves it out. */
export const jsxDEV = (type: ElementType, props: unknown, key?: Key) => jsx(type, props, key);
