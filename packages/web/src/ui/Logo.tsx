/**
 * The product's logo, a book on a lectern. It is decorative, because the product's name is shown next to it. `size` is
 * in px.
 */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#145a7a" />
      <path d="M15.2 9.3C12.7 7.7 9.6 7 6 7.2V18.5c3.6-.2 6.7.5 9.2 2.1z" fill="#fff" />
      <path d="M16.8 9.3C19.3 7.7 22.4 7 26 7.2V18.5c-3.6-.2-6.7.5-9.2 2.1z" fill="#a5d6e9" />
      <path d="M14.9 22h2.2v2.9H21V27H11v-2.1h3.9z" fill="#fff" />
    </svg>
  );
}
