import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { findGeneratedFiles } from "./repository.ts";

/** Media types that can be shown in place; see `toSafeDownloadType`. */
const inlineTypes = ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/csv", "text/plain"];

interface OpenedFile {
  blobKey: string;
  name: string;
  type: string;
  /** True if it may be shown and need not be saved. */
  canBeShown: boolean;
}

/** Finds a file of the actor. Throws `notFound` if there is none, or its bytes have not arrived. */
export async function openGeneratedFile({ db }: Pick<Platform, "db">, actor: Actor, key: string): Promise<OpenedFile> {
  const [file] = await findGeneratedFiles(db, getOwnerId(actor), [key]);
  if (!file) throw createGeneratedFileNotFoundError();
  const { blob_key, name, type } = file;
  return { blobKey: blob_key, name, type, canBeShown: inlineTypes.includes(type) };
}

const createGeneratedFileNotFoundError = () =>
  new AppError("notFound", { userMessage: "This file no longer exists. Its conversation may have been deleted." });
