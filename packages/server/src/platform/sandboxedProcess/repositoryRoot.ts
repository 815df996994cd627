import { fileURLToPath } from "node:url";

/** The folder of the packages and their dependencies, with a separator at its end. */
export const repositoryRoot = fileURLToPath(new URL("../../../../../", import.meta.url));
