/** Counts of what happened in a chaos run, and the problems found. */
export interface ChaosTally {
  turns: number;
  local: number;
  /** Turns in which the model calls a tool. */
  tools: number;
  done: number;
  stopped: number;
  interrupted: number;
  failed: number;
  kills: number;
  pauses: number;
  /** Restarts of the database. */
  restarts: number;
  cuts: number;
  reloads: number;
  stops: number;
  secondTabs: number;
  repeats: number;
  /** Descriptions of problems, most of which start with the turn. */
  problems: string[];
}

export function createTally(): ChaosTally {
  return {
    turns: 0,
    local: 0,
    tools: 0,
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
