import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createLibrary, type LibrarySetup } from "./createLibrary.ts";
import type { Library } from "./library.ts";

const LibraryContext = createContext<Library | null>(null);

/** Opens one person's prompts and folders for what is inside it. The setup must not change. */
export function LibraryProvider({
  userId,
  setup,
  children,
}: {
  userId: string;
  setup: LibrarySetup;
  children: ReactNode;
}) {
  const [library] = useState(() => createLibrary(userId, setup));
  useEffect(() => library.start(), [library]);
  return <LibraryContext value={library}>{children}</LibraryContext>;
}

/** One person's prompts and folders. Throws outside a LibraryProvider. */
export function useLibrary(): Library {
  const library = use(LibraryContext);
  if (!library) throw new Error("there is no LibraryProvider above");
  return library;
}
