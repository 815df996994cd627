/**
 * Builds the `Content-Disposition` that makes a browser save a file under this name: the full name in RFC 5987
 * encoding, preceded by an ASCII fallback for old clients.
 */
export function buildAttachmentDisposition(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}]/gu, "").toWellFormed() || "file";
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%/;]/g, "_");
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

/** Media types that a browser never executes or renders as a page. */
const safeTypePattern =
  /^(?:image\/(?:png|jpeg|gif|webp)|text\/(?:plain|csv)|application\/(?:pdf|json|zip|rtf|epub\+zip|vnd\.openxmlformats-officedocument\.[a-z.]+|vnd\.oasis\.opendocument\.[a-z]+))$/;

/**
 * Returns the content type to send with a download: the file's own type if it is safe, else `application/octet-stream`.
 */
export function toSafeDownloadType(type: string): string {
  const mediaType = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (!safeTypePattern.test(mediaType)) return "application/octet-stream";
  return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
}
