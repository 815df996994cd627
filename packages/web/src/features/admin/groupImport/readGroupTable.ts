import { t } from "@lingui/core/macro";
import { type InfoRecord, parse } from "csv-parse/browser/esm/sync";

/** A line of the table: who is a member of which group, and which other group that group includes. */
export interface GroupRow {
  /** Counts from 1, with the line of the column names. */
  line: number;
  group: string;
  /** One or more addresses; may be empty. */
  members: string;
  /** The name of another group; may be empty. */
  includes: string;
}

export interface GroupTable {
  rows: GroupRow[];
  /** False: the table says nothing about groups that include others. */
  hasIncludes: boolean;
}

export type ReadGroupTable = GroupTable | { problem: string };

/** The names of the columns, without regard to case and to characters that are no letters. */
const columnNames = {
  group: ["group", "groupname", "amplifygroup", "gruppe", "gruppenname"],
  members: ["member", "members", "email", "emailaddress", "mail", "mitglied", "mitglieder", "emailadresse"],
  includes: ["includes", "include", "includefromothergroups", "enthält", "enthaelt"],
} as const;

const delimiters = [";", ",", "\t"];

/** Reads a CSV file: UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs, and with the names of its columns. */
export function readGroupTable(bytes: Uint8Array<ArrayBuffer>): ReadGroupTable {
  const text = decode(bytes);
  const records: { line: number; cells: string[] }[] = [];
  try {
    parse(text, {
      delimiter: findDelimiter(text),
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }: InfoRecord) => {
        records.push({ line: lines, cells });
        return null;
      },
    });
  } catch (error) {
    const line = getLine(error);
    if (line === null) throw error;
    return { problem: t`Line ${line} can’t be read: a quotation mark is missing or in the wrong place.` };
  }
  const [header, ...rows] = records;
  const names = header?.cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}]/gu, "")) ?? [];
  const indexOf = (column: keyof typeof columnNames) =>
    names.findIndex((name) => (columnNames[column] as readonly string[]).includes(name));
  const [group, members, includes] = [indexOf("group"), indexOf("members"), indexOf("includes")];
  if (group < 0 || (members < 0 && includes < 0)) {
    return { problem: t`The first line must name the columns: “group” and “member”, and “includes” if you need it.` };
  }
  const getCell = (cells: readonly string[], index: number) => cells[index] ?? "";
  return {
    rows: rows.map(({ line, cells }) => ({
      line,
      group: getCell(cells, group),
      members: getCell(cells, members),
      includes: getCell(cells, includes),
    })),
    hasIncludes: includes >= 0,
  };
}

/** Returns the text without the mark at its start. Spreadsheets write what is not UTF-8 in the Windows code page. */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the delimiter that occurs most often in the line of the column names. */
function findDelimiter(text: string): string {
  const [header = ""] = text.trimStart().split(/[\r\n]/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function getLine(error: unknown): number | null {
  if (!(error instanceof Error) || !("lines" in error)) return null;
  return typeof error.lines === "number" ? error.lines : null;
}
