import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import { Drawer } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatLocations } from "../../../entities/citations/formatLocations.ts";
import { closeViewer, type DocumentPassage, openPassages, useViewer } from "../../../entities/citations/viewerStore.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useOpenAfterMount } from "../../../ui/modal/useOpenAfterMount.ts";
import { useNoticePlacement } from "../../../ui/notices/useNoticePlacement.ts";
import { DocumentBody } from "./DocumentBody.tsx";
import classes from "./DocumentViewer.module.css";
import { DownloadButton } from "./DownloadButton.tsx";

/** Shows a document beside the conversation, or over it on narrow screens, with the open passage highlighted. */
export function DocumentViewer() {
  const { isOpen, passages, position } = useViewer();
  const isOpenAfterMount = useOpenAfterMount(isOpen);
  useNoticePlacement(isOpenAfterMount, "side");
  const isNarrow = useIsNarrow();
  const passage = passages[position];
  return (
    <Drawer.Root
      opened={isOpenAfterMount}
      onClose={closeViewer}
      position="right"
      size={isNarrow ? "100%" : "min(48rem, 88vw)"}
      padding={0}
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <Drawer.Overlay className={classes.overlay} />
      <Drawer.Content>
        <Drawer.Header role="presentation">
          <div className={classes.names}>
            <Drawer.Title>{passage?.name}</Drawer.Title>
            {passage && <p className={classes.place}>{formatSourceLocation(passage)}</p>}
          </div>
          {passages.length > 1 && <PassageNavigation passages={passages} position={position} />}
          {passage && <DownloadButton passage={passage} />}
          <Drawer.CloseButton aria-label="Close" size={36} iconSize={18} />
        </Drawer.Header>
        <Drawer.Body>{passage && <DocumentBody key={passage.key} passage={passage} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function formatSourceLocation({ index, locations }: DocumentPassage): string {
  return [...(index === null ? [] : [`Source ${index}`]), ...formatLocations(locations)].join(" · ");
}

/** The buttons for browsing the sources of an answer. */
function PassageNavigation({ passages, position }: { passages: readonly DocumentPassage[]; position: number }) {
  const hasPrevious = position > 0;
  const hasNext = position < passages.length - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Sources of the answer" className={classes.steps}>
      <IconButton
        name="Previous source"
        aria-disabled={!hasPrevious || undefined}
        onClick={() => hasPrevious && openPassages(passages, position - 1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </IconButton>
      <span role="status" className={classes.count}>
        {position + 1} of {passages.length}
      </span>
      <IconButton
        name="Next source"
        aria-disabled={!hasNext || undefined}
        onClick={() => hasNext && openPassages(passages, position + 1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </IconButton>
    </div>
  );
}
