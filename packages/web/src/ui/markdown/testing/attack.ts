export interface Attack {
  name: string;
  source: string;
}
