import type { PromptTemplate, Variable } from "@lectern/contract";

/** Returns the items whose names have the prefix that the variable requires. */
export function filterByStart<Item extends { name: string }>({ options }: Variable, items: readonly Item[]): Item[] {
  const { startsWith = "" } = options;
  return items.filter(({ name }) => name.startsWith(startsWith));
}

/** Returns the templates that a variable of type template offers, sorted by name. */
export function filterTemplates(variable: Variable, templates: readonly PromptTemplate[]): PromptTemplate[] {
  const { type } = variable.options;
  const isOffered = (template: PromptTemplate) =>
    type ? template.type === type : template.type === "prompt" || template.type === "automation";
  return filterByStart(variable, templates.filter(isOffered)).toSorted((a, b) => a.name.localeCompare(b.name));
}
