/** Returns the names of the parameters that a text mentions as `${name}`, each once. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{([^{}]+)\}/g)].map(([, name = ""]) => name)),
];
