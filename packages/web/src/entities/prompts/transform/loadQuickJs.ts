import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";

const pageBytes = 64 * 1024;
/** The VM's code expects this much memory. */
const initialPages = 256;

/** The memory of a VM, including the VM itself. */
export const maxVmBytes = 128 * 1024 * 1024;

/**
 * Loads QuickJS into memory that cannot grow beyond `maxVmBytes`. The limit that QuickJS enforces itself does not count
 * everything: typed arrays and long strings could take 2 GB. `wasmBinary`: the VM's WebAssembly code; absent: loads it.
 */
export async function loadQuickJs(
  wasmBinary?: ArrayBuffer,
): Promise<{ quickJs: QuickJSWASMModule; memory: WebAssembly.Memory }> {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: maxVmBytes / pageBytes });
  const options = { wasmMemory: memory, ...(wasmBinary ? { wasmBinary } : {}) };
  return { quickJs: await newQuickJSWASMModuleFromVariant(newVariant(variant, options)), memory };
}
