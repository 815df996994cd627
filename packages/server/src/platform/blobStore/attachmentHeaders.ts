/**
 * Builds the `Content-Disposition` that makes a browser save a file under this name: the full name in RFC 5987
 * encoding, preceded by an ASCII fallback for old clients.
 */
export function buildAttachmentDisposition(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}]/gu, "").toWellFormed() || "file";
  const plain = name.replace(/[^\x20-\x7e]|["\\%/;]/g, "_");
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** Media types that a browser never executes or renders as a page. */
const safeTypes =
  /^(?:image\/(?:png|jpeg|gif|webp)|text\/(?:plain|csv)|application\/(?:pdf|json|zip|rtf|epub\+zip|vnd\.openxmlformats-officedocument\.[a-z.]+|vnd\.oasis\.opendocument\.[a-z]+))$/;

/**
 * Returns the content type to send with a download: the file's own type if it is safe, else `application/octet-stream`.
 */
export function toSafeDownloadType(type: string): string {
  const plain = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (!safeTypes.test(plain)) return "application/octet-stream";
  return plain.startsWith("text/") ? `${plain}; charset=utf-8` : plain;
}
