/** Which records somebody may see, and whether people are hidden. */
export interface RecordScope {
  groupId: string;
  /** The name of the assistant, or of the group if all its assistants are meant. */
  name: string;
  assistantId: string | null;
  /** From the start of this moment to before that one; null: no bound. */
  from: Date | null;
  before: Date | null;
  /** True if nothing may be shown from which a person could be recognized. */
  isHidden: boolean;
}

/** The smallest number of people of whom a figure is shown if people are hidden. */
export const minPeople = 5;
