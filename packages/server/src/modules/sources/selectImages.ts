import type { CitedPassage } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { tokensPerImage } from "../../core/run/estimateUsage.ts";
import type { ModelImage, ModelWire } from "../../platform/modelProviders/modelProvider.ts";
import { loadPreview, type ReadableFile } from "../files/service.ts";
import type { UsableModel } from "../models/service.ts";
import type { EarlierImage } from "./resolveTurnDataSources.ts";

export interface SelectedImages {
  /** Images by the id of the message that contains them. */
  byMessage: Map<string, ModelImage[]>;
  /** Tokens of the selected images: of the last message, and of earlier messages. */
  tokens: { attached: number; earlier: number };
  citations: CitedPassage[];
  leftOut: { name: string; reason: string }[];
}

const maxImages = 10;

/**
 * Selects at most 10 images for the model, as many as fit into the token budgets: first those of the last message, then
 * those of earlier messages, newest first. Throws `unavailable` if an image of the last message cannot be read;
 * unreadable images of earlier messages are left out.
 */
export async function selectImages(
  platform: Platform,
  model: Pick<UsableModel, "endpoint">,
  images: { attached: readonly ReadableFile[]; earlier: readonly EarlierImage[] },
  questionId: string,
  budgets: { attached: number; earlier: number },
): Promise<SelectedImages> {
  const selection: SelectedImages = {
    byMessage: new Map(),
    tokens: { attached: 0, earlier: 0 },
    citations: [],
    leftOut: [],
  };
  const seenIds = new Set<string>();
  let imageCount = 0;
  const addImage = async ({ messageId, file, isHidden }: EarlierImage, kind: "attached" | "earlier") => {
    const { documentId, previewKey, name } = file;
    if (documentId === null || previewKey === null || seenIds.has(documentId)) return;
    seenIds.add(documentId);
    const leaveOut = (reason: string) => {
      if (!isHidden) selection.leftOut.push({ name, reason });
    };
    const tokens = estimateImageTokens(file, model.endpoint?.wire);
    if (imageCount >= maxImages || selection.tokens[kind] + tokens > budgets[kind]) {
      leaveOut("doesn’t fit alongside the rest");
      return;
    }
    const bytes = await loadPreview(platform, previewKey).catch((error: unknown) => {
      platform.log.warn({ err: error, key: file.key }, "an image could not be read");
      // The question is about the attached images, so it cannot be answered without them.
      if (kind === "attached") throw createUnreadError(name, error);
      return null;
    });
    if (bytes === null) {
      leaveOut("couldn’t be read");
      return;
    }
    const image = { mediaType: detectMediaType(bytes), data: Buffer.from(bytes).toString("base64"), tokens };
    selection.byMessage.set(messageId, [...(selection.byMessage.get(messageId) ?? []), image]);
    selection.tokens[kind] += tokens;
    if (!isHidden) selection.citations.push(toCitedImage(file));
    imageCount++;
  };
  for (const file of images.attached) await addImage({ messageId: questionId, file, isHidden: false }, "attached");
  for (const image of images.earlier) await addImage(image, "earlier");
  return selection;
}

function createUnreadError(name: string, cause: unknown): AppError {
  const userMessage = `“${name}” couldn’t be read. Please try again in a moment, or remove it.`;
  return new AppError("unavailable", { userMessage, cause });
}

function estimateImageTokens({ imageTokens: knownTokens }: ReadableFile, wire: ModelWire | undefined): number {
  const family = wire === "azure" ? "openai" : (wire ?? "openai");
  return knownTokens?.[family] ?? Math.max(tokensPerImage, ...Object.values(knownTokens ?? {}));
}

/** Returns the media type of a preview, which is PNG or JPEG. */
function detectMediaType(bytes: Uint8Array): string {
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? "image/png" : "image/jpeg";
}

function toCitedImage({ name, key, contentKey, groupId, type }: ReadableFile): CitedPassage {
  return { content: "", name, key, contentKey, groupId, type, locations: [] };
}
