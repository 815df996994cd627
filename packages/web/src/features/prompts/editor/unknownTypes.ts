import { type Variable, variableTypes } from "@lectern/contract";

/** A word after a colon at the end of a name, maybe with options: people mean a type by it. */
const meantType = /:\s*([A-Za-z]{1,20})\s*(?:[[(].*)?$/;

/** What is to be said of variables whose type is none that there is, a sentence each: what was meant as one belongs to the name. */
export function unknownTypes(variables: readonly Variable[]): string[] {
  return variables.flatMap(({ name }) => {
    const word = meantType.exec(name)?.[1];
    return word === undefined
      ? []
      : [`“${word}” is no type, so it is part of the name “${name}”. Types are ${variableTypes.join(", ")}.`];
  });
}
