/** Returns the key of the draft that stores the documents of a template's variable until they are used. */
export const getVariableDraftKey = (promptId: string, variable: string) => `fill:${promptId}:${variable}`;
