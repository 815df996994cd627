import type { DataSource } from "@lectern/contract";
import type { ReactNode } from "react";
import type { Outcome } from "../../../entities/files/upload/uploads.ts";

/** What the composer shows of the documents of its draft, and what it asks of them when it sends. */
export interface AttachmentSlot {
  /** Above the field: the documents. */
  shelf: ReactNode;
  /** Beside the field: the button that attaches. */
  tools: ReactNode;
  /** Over the conversation, while files are dragged over it. */
  overlay: ReactNode;
  /** Hears what is pasted into the field. True: it was taken, and is no text. */
  paste: (data: DataTransfer) => boolean;
  /** Why the draft cannot be sent with its documents yet; null: it can. */
  refuse: (text: string) => SendRefusal | null;
  /** Takes the documents for the message that is being sent. */
  take: () => TakenDocuments;
}

/** Why a draft cannot be sent. */
export interface SendRefusal {
  /** Word for word. */
  text: string;
  /** What stands beneath it, such as which document is why. */
  more: string | null;
}

export interface TakenDocuments {
  dataSources: readonly DataSource[];
  /** Tells what became of the message: what was not sent comes back. */
  settle: (outcome: Outcome) => void;
}

/** Of a composer and the person at it. */
export interface AttachOptions {
  userId: string;
  /** Under what name the draft is kept. */
  draftKey: string;
  /** Files of the last message of the conversation. */
  lastSentKeys: ReadonlySet<string>;
  /** The model sees pictures. */
  acceptsImages: boolean;
  /** The model's window, in tokens; null: not known. */
  windowTokens: number | null;
  /** What does not fit the window is searched instead. */
  canSearch: boolean;
  /** Largest file, in bytes. */
  maxBytes: number | null;
  /** One may choose from one's files. */
  canPick: boolean;
  /** False: files that are dropped on the page are not for it. */
  takesDrops?: boolean;
}
