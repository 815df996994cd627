import { DownloadDialog as Dialog } from "../features/export/download/DownloadDialog.tsx";
import { useConversationPort } from "./useConversationPort.ts";
import { useTimesOpened } from "./useTimesOpened.ts";

interface DownloadDialogProps {
  isOpen: boolean;
  /** Chosen at first. */
  conversationId: string | null;
  onClose: () => void;
}

/** Conversations as a Word or PowerPoint document. */
export function DownloadDialog(props: DownloadDialogProps) {
  const port = useConversationPort();
  return <Dialog key={useTimesOpened(props.isOpen)} {...props} port={port} />;
}
