import type { Variable } from "@lectern/contract";
import { useState } from "react";
import type { FieldDocument, VariableEntries } from "../../../entities/prompts/template/validateEntries.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { getVariableDraftKey } from "./getVariableDraftKey.ts";

interface EntriesState extends VariableEntries {
  setValue: (name: string, value: string) => void;
  setDocuments: (name: string, documents: readonly FieldDocument[]) => void;
  /** Returns the key of the draft that stores the documents of a variable. */
  getDraftKey: (name: string) => string;
  /** Deletes the stored values. Call it once they have been used. */
  discard: () => void;
}

/**
 * Manages the entries for a template's variables. The values are stored in this browser until they are used, so that
 * closing the dialog loses nothing.
 */
export function useVariableEntries(userId: string, promptId: string, variables: readonly Variable[]): EntriesState {
  const key = `fill:${promptId}`;
  const [values, setValues] = useState(() => ({ ...getDefaultValues(variables), ...readStoredValues(userId, key) }));
  const [documents, setDocuments] = useState<VariableEntries["documents"]>({});
  return {
    values,
    documents,
    setValue: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      writeUserValue(userId, key, JSON.stringify(next));
    },
    setDocuments: (name, newDocuments) => setDocuments((current) => ({ ...current, [name]: newDocuments })),
    getDraftKey: (name) => getVariableDraftKey(promptId, name),
    discard: () => writeUserValue(userId, key, null),
  };
}

function getDefaultValues(variables: readonly Variable[]): Record<string, string> {
  const defaults = variables.flatMap(({ name, type, options: { default: value } }) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[name, String(value)]]
      : type === "boolean"
        ? [[name, "false"]]
        : [],
  );
  return Object.fromEntries(defaults);
}

/** Reads the stored values. Returns none if they are damaged. */
function readStoredValues(userId: string, key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readUserValue(userId, key) ?? "{}");
    const entries = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}
