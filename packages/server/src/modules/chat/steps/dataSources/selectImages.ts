import type { CitedPassage } from "@lectern/contract";
import { AppError } from "../../../../core/appError.ts";
import type { Platform } from "../../../../core/context.ts";
import type { ModelImage, ModelWire } from "../../../../platform/modelProviders/modelProvider.ts";
import { type ReadableFile, readPreview } from "../../../files/service.ts";
import type { UsableModel } from "../../../models/service.ts";

export interface SelectedImages {
  /** By the id of the message that they go with. */
  byMessage: Map<string, ModelImage[]>;
  /** Tokens of those of the last message, and of earlier ones. */
  tokens: { attached: number; earlier: number };
  sources: CitedPassage[];
  leftOut: { name: string; why: string }[];
}

const mostImages = 10;
/** About what a picture of a megapixel counts at the large providers. */
const usualTokens = 1_000;

/**
 * The pictures that a model is shown: those of the last message, then those of earlier ones from the newest on, as many as fit into
 * `room` tokens, at most 10. Throws `unavailable` where one of the last message cannot be read; earlier ones are left out then.
 */
export async function selectImages(
  platform: Platform,
  model: Pick<UsableModel, "endpoint">,
  images: { attached: readonly ReadableFile[]; earlier: readonly { messageId: string; file: ReadableFile }[] },
  askedId: string,
  room: { attached: number; earlier: number },
): Promise<SelectedImages> {
  const given: SelectedImages = { byMessage: new Map(), tokens: { attached: 0, earlier: 0 }, sources: [], leftOut: [] };
  const seen = new Set<string>();
  let count = 0;
  const add = async (messageId: string, file: ReadableFile, kind: "attached" | "earlier") => {
    const { documentId, previewKey, name } = file;
    if (documentId === null || previewKey === null || seen.has(documentId)) return;
    seen.add(documentId);
    const tokens = imageTokens(file, model.endpoint?.wire);
    if (count >= mostImages || given.tokens[kind] + tokens > room[kind]) {
      given.leftOut.push({ name, why: "does not fit beside the rest" });
      return;
    }
    const bytes = await readPreview(platform, previewKey).catch((error: unknown) => {
      platform.log.warn({ err: error, key: file.key }, "a picture could not be read");
      // What was just attached is what the question is about.
      if (kind === "attached") throw unreadRefusal(name, error);
      return null;
    });
    if (bytes === null) {
      given.leftOut.push({ name, why: "could not be read just now" });
      return;
    }
    const image = { mediaType: mediaTypeOf(bytes), data: Buffer.from(bytes).toString("base64"), tokens };
    given.byMessage.set(messageId, [...(given.byMessage.get(messageId) ?? []), image]);
    given.tokens[kind] += tokens;
    given.sources.push(imageSource(file));
    count++;
  };
  for (const file of images.attached) await add(askedId, file, "attached");
  for (const { messageId, file } of images.earlier) await add(messageId, file, "earlier");
  return given;
}

function unreadRefusal(name: string, cause: unknown): AppError {
  const userMessage = `“${name}” could not be read just now. Please try again in a moment, or remove it.`;
  return new AppError("unavailable", { userMessage, cause });
}

function imageTokens({ imageTokens: known }: ReadableFile, wire: ModelWire | undefined): number {
  const family = wire === "azure" ? "openai" : (wire ?? "openai");
  return known?.[family] ?? Math.max(usualTokens, ...Object.values(known ?? {}));
}

/** Previews are PNG or JPEG. */
function mediaTypeOf(bytes: Uint8Array): string {
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? "image/png" : "image/jpeg";
}

function imageSource({ name, key, contentKey, groupId, type }: ReadableFile): CitedPassage {
  return { content: "", name, key, contentKey, groupId, type, locations: [] };
}
