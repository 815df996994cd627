import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { openFile } from "../../entities/citations/viewerStore.ts";
import { fileMessages } from "../../entities/files/fileMessages.ts";
import { formatFileType } from "../../entities/files/typeLabels.ts";
import { fileKeys, readFilePage } from "../../entities/files/useFileQuery.ts";
import type { PaletteEntry, PaletteGroup } from "../../entities/shell/palette.ts";
import { openPage } from "../../entities/shell/routes.ts";
import { FileIcon } from "./FileIcon.tsx";

const maxEntries = 5;
const minCharacters = 2;
const delayMs = 150;
const staleMs = 30_000;

/** Searches the person's files for the text typed into the palette, by their names. A chosen file opens in the viewer. */
export function useFilePalette(typedText: string): PaletteGroup {
  const [namePrefix] = useDebouncedValue(typedText.trim(), delayMs);
  const isSearched = namePrefix.length >= minCharacters && typedText.trim() !== "";
  const { data, isError } = useQuery({
    queryKey: fileKeys.named(namePrefix),
    queryFn: ({ signal }) => readFilePage({ namePrefix }, null, signal, maxEntries),
    enabled: isSearched,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  if (!isSearched) return { name: t`Files`, entries: [] };
  return { name: t`Files`, entries: isError ? [getListEntry()] : (data?.items ?? []).map(toEntry) };
}

/** Opens the list, which says why the files cannot be found. */
const getListEntry = (): PaletteEntry => ({
  id: "fileList",
  name: t`Open your files`,
  detail: fileMessages.filesFailed(),
  icon: <IconFileSearch size={16} stroke={1.6} />,
  run: () => openPage("files"),
});

const toEntry = (file: FileRecord): PaletteEntry => ({
  id: `file ${file.id}`,
  name: file.name,
  detail: formatFileType(file.type),
  icon: <FileIcon name={file.name} type={file.type} size={16} />,
  run: () => openFile(file),
});
