import { type Variable, variableTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Matches a word after a colon at the end of a name, with or without options, which is probably meant as a type. */
const typeSuffixPattern = /:\s*([A-Za-z]{1,20})\s*(?:[[(].*)?$/;

/** Returns a sentence for each variable whose name ends with an unknown type. */
export function describeUnknownTypes(variables: readonly Variable[]): string[] {
  const types = variableTypes.join(", ");
  return variables.flatMap(({ name }) => {
    const word = typeSuffixPattern.exec(name)?.[1];
    return word === undefined
      ? []
      : [t`“${word}” isn’t a type, so it is part of the name “${name}”. The types are ${types}.`];
  });
}
