/** A field of an assistant as people read it. */
export interface ContentField {
  id: string;
  label: string;
  /** Empty if the assistant has nothing there. */
  text: string;
}
