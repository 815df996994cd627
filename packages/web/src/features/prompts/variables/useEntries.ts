import type { Variable } from "@lectern/contract";
import { useState } from "react";
import type { Entries, FieldDocument } from "../../../entities/prompts/template/checkValues.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { variableDraftKey } from "./variableDraftKey.ts";

interface EntriesState extends Entries {
  setValue: (name: string, value: string) => void;
  setDocuments: (name: string, documents: readonly FieldDocument[]) => void;
  /** Under what name the documents of a variable are kept. */
  draftKeyOf: (name: string) => string;
  /** Deletes the stored values, once they have been used. */
  discard: () => void;
}

/** What is put into the variables of a template, kept in this browser until it is used, so that a dialog closed by mistake loses nothing. */
export function useEntries(userId: string, promptId: string, variables: readonly Variable[]): EntriesState {
  const key = `fill:${promptId}`;
  const [values, setValues] = useState(() => ({ ...defaultsOf(variables), ...read(userId, key) }));
  const [documents, setDocuments] = useState<Entries["documents"]>({});
  return {
    values,
    documents,
    setValue: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      writeUserValue(userId, key, JSON.stringify(next));
    },
    setDocuments: (name, given) => setDocuments((current) => ({ ...current, [name]: given })),
    draftKeyOf: (name) => variableDraftKey(promptId, name),
    discard: () => writeUserValue(userId, key, null),
  };
}

function defaultsOf(variables: readonly Variable[]): Record<string, string> {
  const given = variables.flatMap(({ name, type, options: { default: value } }) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[name, String(value)]]
      : type === "boolean"
        ? [[name, "false"]]
        : [],
  );
  return Object.fromEntries(given);
}

/** What was kept; what cannot be read counts as nothing. */
function read(userId: string, key: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readUserValue(userId, key) ?? "{}");
    const entries = Object.entries(typeof kept === "object" && kept !== null ? kept : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}
