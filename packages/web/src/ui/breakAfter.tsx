import { Fragment, type ReactNode } from "react";

/** Lets a text that is too long for its line break at these places rather than within a word. */
export const breakAfter = (text: string, places: RegExp): ReactNode[] =>
  text.split(places).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
