import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

/**
 * Creates a folder for `PYTHON_PACKAGES` with one small package, `lakes`, whose function `depth` returns 230, and one,
 * `ponds`, whose file is not what the lock file says.
 */
export function createPackageFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-python-packages-"));
  const lockPath = createRequire(join(import.meta.dirname, "../../../web/package.json")).resolve(
    "pyodide/pyodide-lock.json",
  );
  const { info } = JSON.parse(readFileSync(lockPath, "utf8"));
  const lakes = addPackage(folder, "lakes");
  const ponds = { ...addPackage(folder, "ponds"), sha256: "0".repeat(64) };
  writeFileSync(join(folder, "pyodide-lock.json"), JSON.stringify({ info, packages: { lakes, ponds } }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function addPackage(folder: string, name: string): object {
  const fileName = `${name}-1.0-py3-none-any.whl`;
  const description = `${name}-1.0.dist-info`;
  const wheel = zipSync({
    [`${name}/__init__.py`]: strToU8("def depth():\n    return 230\n"),
    [`${description}/METADATA`]: strToU8(`Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`),
    [`${description}/WHEEL`]: strToU8("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    [`${description}/RECORD`]: strToU8(""),
  });
  writeFileSync(join(folder, fileName), wheel);
  return {
    name,
    version: "1.0",
    file_name: fileName,
    install_dir: "site",
    sha256: createHash("sha256").update(wheel).digest("hex"),
    package_type: "package",
    imports: [name],
    depends: [],
    unvendored_tests: false,
  };
}
