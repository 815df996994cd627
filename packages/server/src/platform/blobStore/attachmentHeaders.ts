/**
 * The `Content-Disposition` that has a browser save a file under this name, whatever stands in it: the name in full as RFC 5987
 * writes it, and before it one that the oldest clients read too.
 */
export function attachmentDisposition(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}]/gu, "").toWellFormed() || "file";
  const plain = name.replace(/[^\x20-\x7e]|["\\%/;]/g, "_");
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** What a browser may be told that a file is: nothing that it would run or draw as a page, should it ever open it. */
const safeTypes =
  /^(?:image\/(?:png|jpeg|gif|webp)|text\/(?:plain|csv)|application\/(?:pdf|json|zip|rtf|epub\+zip|vnd\.openxmlformats-officedocument\.[a-z.]+|vnd\.oasis\.opendocument\.[a-z]+))$/;

/** The type under which a download is sent. */
export function safeDownloadType(type: string): string {
  const plain = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (!safeTypes.test(plain)) return "application/octet-stream";
  return plain.startsWith("text/") ? `${plain}; charset=utf-8` : plain;
}
