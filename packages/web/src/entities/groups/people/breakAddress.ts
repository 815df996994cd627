import type { ReactNode } from "react";
import { breakAfter } from "../../../ui/breakAfter.tsx";

/** Lets an address that is too long for its line break after its signs rather than within a word. */
export const breakAddress = (address: string): ReactNode[] => breakAfter(address, /(?<=[@.])/);
