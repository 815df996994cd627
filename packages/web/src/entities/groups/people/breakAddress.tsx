import { Fragment, type ReactNode } from "react";

/** Lets an address that is too long for its line break after its signs rather than within a word. */
export const breakAddress = (address: string): ReactNode[] =>
  address.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
