import { createContext } from "react";

/** True if the text of the document is Markdown, so that its emphasis and code are shown as such. */
export const InlineMarkdownContext = createContext(false);
