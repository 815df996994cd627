import { createContext } from "react";
import type { Definitions } from "./parse/lexMarkdown.ts";

/** Does what an in-app link (`#…`) asks; null where such links are plain text. Its identity does not change. */
export const AppLinkContext = createContext<((href: string) => void) | null>(null);

export const DefinitionsContext = createContext<Definitions>({});
