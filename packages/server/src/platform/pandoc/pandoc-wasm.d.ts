/** Types for the parts that we use of the optional package pandoc-wasm, which has no types of its own. */
declare module "pandoc-wasm" {
  export function convert(
    options: Record<string, unknown>,
    stdin: string | null,
    files: Record<string, string | Blob>,
  ): Promise<{ stdout: string; stderr: string; warnings: unknown[]; files: Record<string, string | Blob> }>;
}
