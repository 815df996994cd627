/** Types for the parts of the optional package pandoc-wasm that we use; it has none. */
declare module "pandoc-wasm" {
  export function convert(
    options: Record<string, unknown>,
    stdin: string | null,
    files: Record<string, string | Blob>,
  ): Promise<{ stdout: string; stderr: string; warnings: unknown[]; files: Record<string, string | Blob> }>;
}
