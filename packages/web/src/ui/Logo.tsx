import { createContext, use, useState } from "react";

/** The address of the institution's logo; null: the product's own logo is shown. */
export const LogoUrlContext = createContext<string | null>(null);

/**
 * The logo of the institution, or else that of the product, a book on a lectern. It is decorative, because the product's
 * name is shown next to it. `size` is its height in px; a large logo may be wider than it is high.
 */
export function Logo({ size = 24 }: { size?: number }) {
  const url = use(LogoUrlContext);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) return <ProductLogo size={size} />;
  return (
    <img
      src={url}
      alt=""
      style={{ height: size, minWidth: size, maxWidth: size < minWideSize ? size : size * 4, objectFit: "contain" }}
      onError={() => setFailedUrl(url)}
    />
  );
}

/** Smaller logos are marks within a line of text. */
const minWideSize = 24;

function ProductLogo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#145a7a" />
      <path d="M15.2 9.3C12.7 7.7 9.6 7 6 7.2V18.5c3.6-.2 6.7.5 9.2 2.1z" fill="#fff" />
      <path d="M16.8 9.3C19.3 7.7 22.4 7 26 7.2V18.5c-3.6-.2-6.7.5-9.2 2.1z" fill="#a5d6e9" />
      <path d="M14.9 22h2.2v2.9H21V27H11v-2.1h3.9z" fill="#fff" />
    </svg>
  );
}
