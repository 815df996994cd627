import { type Variable, variableTypes } from "@lectern/contract";

/** Matches a word after a colon at the end of a name, with or without options, which is probably meant as a type. */
const typeSuffixPattern = /:\s*([A-Za-z]{1,20})\s*(?:[[(].*)?$/;

/** Returns a sentence for each variable whose name ends with an unknown type. */
export function describeUnknownTypes(variables: readonly Variable[]): string[] {
  return variables.flatMap(({ name }) => {
    const word = typeSuffixPattern.exec(name)?.[1];
    return word === undefined
      ? []
      : [`“${word}” is not a type, so it is part of the name “${name}”. Types are ${variableTypes.join(", ")}.`];
  });
}
