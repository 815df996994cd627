import { createContext } from "react";
import { type Definitions, noDefinitions } from "./parse/lexMarkdown.ts";

/** A stable function that handles a click on an in-app link (`#…`); null if such links are plain text. */
export const AppLinkContext = createContext<((href: string) => void) | null>(null);

export const DefinitionsContext = createContext<Definitions>(noDefinitions);
