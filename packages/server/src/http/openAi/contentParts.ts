import { limits, text } from "@lectern/contract";
import * as z from "zod/mini";
import type { ModelImage } from "../../platform/modelProviders/modelProvider.ts";
import { createApiError } from "./apiErrors.ts";

const ImageUrl = z.string().check(z.maxLength(limits.bodyBytes));

/** Parts of all types in one schema, so that an unsupported type gets an error of its own. */
const ContentPart = z.object({
  type: z.string().check(z.maxLength(100)),
  text: z.optional(text(limits.messageLength)),
  refusal: z.optional(text(limits.messageLength)),
  image_url: z.optional(z.nullable(z.union([ImageUrl, z.object({ url: ImageUrl })]))),
});

/** The content of a message: a text, or parts. */
export const Content = z.union([
  text(limits.messageLength),
  z.array(ContentPart).check(z.maxLength(limits.contentPartsPerMessage)),
]);
type Content = z.infer<typeof Content>;

/** Throws `invalidInput` if there is no content, which only answers and results of the older form may lack. */
export function requireContent(content: Content | null | undefined, param: string): Content {
  if (content === null || content === undefined)
    throw createApiError("invalidInput", "Only answers of a model can be without content.", { param });
  return content;
}

/** Joins the texts and lists the images of a content. `param` names it in errors. Throws `invalidInput`. */
export function readContent(
  content: Content | null | undefined,
  param: string,
): { content: string; images: ModelImage[] } {
  if (typeof content === "string") return { content, images: [] };
  const texts: string[] = [];
  const images: ModelImage[] = [];
  for (const [index, part] of (content ?? []).entries()) {
    const partParam = `${param}[${index}]`;
    switch (part.type) {
      case "text":
      case "input_text":
      case "output_text":
        texts.push(part.text ?? "");
        break;
      case "refusal":
        texts.push(part.refusal ?? "");
        break;
      case "image_url":
      case "input_image":
        images.push(readImage(part.image_url, `${partParam}.image_url`));
        break;
      default:
        throw createApiError("invalidInput", `Content of the type “${part.type}” isn’t supported.`, {
          param: `${partParam}.type`,
          apiCode: "unsupported_value",
        });
    }
  }
  const joined = texts.join("\n\n");
  if (joined.length > limits.messageLength)
    throw createApiError("invalidInput", `A message can have ${limits.messageLength} characters.`, { param });
  return { content: joined, images };
}

/** Returns the text of a content that can have no images. */
export function readText(content: Content | null | undefined, param: string): string {
  const { content: joined, images } = readContent(content, param);
  if (images.length === 0) return joined;
  throw createApiError("invalidInput", "Only messages of the role `user` can have images.", { param });
}

const imageStart = /^data:image\/(png|jpe?g|gif|webp);base64,/;

function readImage(given: z.infer<typeof ContentPart>["image_url"], param: string): ModelImage {
  const url = typeof given === "string" ? given : (given?.url ?? "");
  const refuse = (message: string) => createApiError("invalidInput", message, { param, apiCode: "invalid_image_url" });
  if (/^https?:/i.test(url))
    throw refuse("Images are not loaded from the web. Please send the image itself, as a data URL with base64.");
  const [start, type] = imageStart.exec(url) ?? [];
  const data = start === undefined ? "" : url.slice(start.length);
  if (!type || !isBase64(data))
    throw refuse("An image must be a data URL of a PNG, JPEG, GIF or WebP image with base64.");
  return { mediaType: `image/${type === "jpg" ? "jpeg" : type}`, data };
}

const isBase64 = (data: string) => data !== "" && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);

/** Throws `invalidInput` if the messages of a call have too many images, or too large ones. */
export function limitImages(messages: readonly { images?: readonly ModelImage[] }[], param: string): void {
  const images = messages.flatMap((message) => message.images ?? []);
  if (images.length > limits.imagesPerCall)
    throw createApiError("invalidInput", `A call can have ${limits.imagesPerCall} images.`, { param });
  if (images.reduce((sum, { data }) => sum + data.length, 0) > limits.imageCharactersPerCall)
    throw createApiError("invalidInput", "The images are too large. Please send smaller ones.", { param });
}
