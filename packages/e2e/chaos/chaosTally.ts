/** What happened in a run of the disorder, and what was found wrong. */
export interface ChaosTally {
  turns: number;
  local: number;
  done: number;
  stopped: number;
  interrupted: number;
  failed: number;
  kills: number;
  pauses: number;
  /** Of the database. */
  restarts: number;
  cuts: number;
  reloads: number;
  stops: number;
  secondTabs: number;
  repeats: number;
  /** Sentences that say what is wrong and with which turn; none: all held. */
  problems: string[];
}

export function createTally(): ChaosTally {
  return {
    turns: 0,
    local: 0,
    done: 0,
    stopped: 0,
    interrupted: 0,
    failed: 0,
    kills: 0,
    pauses: 0,
    restarts: 0,
    cuts: 0,
    reloads: 0,
    stops: 0,
    secondTabs: 0,
    repeats: 0,
    problems: [],
  };
}
