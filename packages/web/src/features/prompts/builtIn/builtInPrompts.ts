import type { PromptTemplate } from "@lectern/contract";

/** [C3.15] The templates that come with the product. */
export const builtInPrompts: readonly PromptTemplate[] = [];
