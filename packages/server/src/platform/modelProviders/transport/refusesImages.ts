import { isRecord, parseJsonOrUndefined } from "./jsonValues.ts";

/** OpenAI, Azure and compatible servers. A refusal for its content has a code of its own. */
const codePattern =
  /^(invalid|unsupported)_(base64_)?image(_(format|url|type|size))?$|^image_(parse_error|too_large|too_small)$/i;

const cannot = "(can ?not|can['’]t|could not|couldn['’]t|unable to|failed to)";
const doesNot = "(does|do|is|are) ?(not|n['’]t) (currently )?(support|enabled|allowed|accept|available)";
const imageWord = "(images?|image_urls?|vision|multi-?modal)";

/**
 * What servers say about a picture that they cannot read, that is too large or one too many, or for which the model has
 * no vision.
 */
const textPatterns = [
  // OpenAI: "You uploaded an unsupported image", "Invalid image data". Google: "Provided image is not valid".
  /\b(unsupported|invalid|corrupt(ed)?) (image|picture)|\bimage\b.{0,60}\b(is not|isn['’]t|not a|does not represent a) valid|valid image/i,
  // Anthropic: "Could not process image". Google: "Unable to process input image". vLLM: "cannot identify image file".
  new RegExp(`${cannot} (process|decode|load|read|open|identify|parse|make|download)\\b.{0,40}\\bimage`, "i"),
  // Anthropic: "image exceeds 5 MB maximum", "one of the image dimensions exceed max allowed size", "too many images".
  /\bimages?\b.{0,60}\b(exceeds?|too (large|big|small|many)|larger than)\b|too (many|much) (images|media|pictures)|does not match the provided media type/i,
  // vLLM: "At most 1 image(s) may be provided in one request". Groq, Together: "maximum of 5 images", "up to 5 images".
  /\b(at most|maximum( number)? of|up to|only|limit of) \d+ (image|picture)|number of images/i,
  // Ollama: "this model does not support image input". llama.cpp: "image input is not supported". Google: "Image input
  // modality is not enabled". Bedrock: "This model doesn't support the image content block".
  new RegExp(`${doesNot}\\w*\\b.{0,40}\\b${imageWord}|\\b${imageWord}\\b.{0,40}\\b${doesNot}`, "i"),
  // OpenAI: "image_url is only supported by certain models". OpenRouter: "No endpoints found that support image input".
  /image(_url)? is only supported|no endpoints found that support image|unsupported content (part )?type:? ?["'`]?image/i,
  // vLLM: "… is not a multimodal model". Ollama: "missing data required for image input". llamafile: "not compiled for
  // multimodal". DeepSeek: "unknown variant `image_url`, expected `text`".
  /\bnot an? (multi-?modal|vision)|required for image input|not compiled for multimodal|unknown variant ["'`]?image_url/i,
] as const;

/**
 * True if a server's rejection says that it does not accept a picture of the request, in the words of known servers.
 * `body` has an unknown shape.
 */
export function refusesImages(body: unknown): boolean {
  const [outer]: unknown[] = Array.isArray(body) ? body : [body];
  const error = isRecord(outer) ? (outer.error ?? outer) : outer;
  if (!isRecord(error)) return typeof error === "string" && matches(error);
  // OpenRouter has the answer of a model's server within its own.
  const inner = isRecord(error.metadata) ? error.metadata.raw : undefined;
  if (typeof inner === "string" && refusesImages(parseJsonOrUndefined(inner) ?? inner)) return true;
  if ([error.code, error.type].some((code) => typeof code === "string" && codePattern.test(code))) return true;
  return [error.message, error.detail].some((text) => typeof text === "string" && matches(text));
}

const matches = (text: string) => textPatterns.some((pattern) => pattern.test(text));
