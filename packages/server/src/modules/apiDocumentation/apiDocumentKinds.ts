import type { ApiDocumentKind } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

interface KindDetails {
  purpose: string;
  extension: string;
  type: string;
}

export const apiDocumentKinds: Readonly<Record<ApiDocumentKind, KindDetails>> = {
  pdf: { purpose: "apiPdf", extension: ".pdf", type: "application/pdf" },
  csv: { purpose: "apiCsv", extension: ".csv", type: "text/csv" },
  postman: { purpose: "apiPostman", extension: ".json", type: "application/json" },
};

const kinds = ["pdf", "csv", "postman"] as const satisfies readonly ApiDocumentKind[];

/** Returns what a file is by its extension. Throws `invalidInput`. */
export function toApiDocumentKind(fileName: string): ApiDocumentKind {
  const kind = kinds.find((candidate) => fileName.toLowerCase().endsWith(apiDocumentKinds[candidate].extension));
  if (kind && !/[/\\\p{Cc}]/u.test(fileName)) return kind;
  throw new AppError("invalidInput", {
    userMessage: "This file type is not supported. Please upload a file of type: pdf, csv, json",
  });
}

export const findKindOfPurpose = (purpose: string): ApiDocumentKind | undefined =>
  kinds.find((kind) => apiDocumentKinds[kind].purpose === purpose);
