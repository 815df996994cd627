import { type FileTable, readFileTable, type Sheet } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import { call } from "../../../lib/call.ts";
import { type FindSource, foldUnit, listPortions } from "./findSource.ts";

/** The most that one request returns. */
const portionSize = 500;
/** The titles of a sheet and the names of its columns, above the rows. */
export const headUnit = -1;

/** The texts of a sheet's rows and of what is above them, for the search in them. Units are rows of the body, from 0. */
export function useRowSource(
  key: string,
  sheet: Sheet,
  { titles, columns, bodyFrom }: Pick<FileTable, "titles" | "columns" | "bodyFrom">,
  assistantId: string | undefined,
): FindSource {
  const cache = useQueryClient();
  return useMemo(() => {
    const foldTexts = (unit: number, texts: readonly string[]) => foldUnit(unit, hideMissingGlyphs(texts.join("\n")));
    return async function* (start: number) {
      yield [foldTexts(headUnit, [...titles.map(({ text }) => text), ...columns.map(({ name }) => name ?? "")])];
      const rowCount = sheet.from + sheet.count - bodyFrom;
      for (const { from, count } of listPortions(rowCount, portionSize, start)) {
        const { rows } = await cache.fetchQuery({
          queryKey: ["files", "findRows", key, bodyFrom + from, assistantId ?? null],
          queryFn: ({ signal }) =>
            call(
              readFileTable,
              { key, from: bodyFrom + from, count, ...(assistantId ? { assistantId } : {}) },
              { signal },
            ),
          staleTime: Number.POSITIVE_INFINITY,
          networkMode: "always",
        });
        yield rows.map(({ cells }, index) => foldTexts(from + index, cells));
      }
    };
  }, [cache, key, sheet, titles, columns, bodyFrom, assistantId]);
}
