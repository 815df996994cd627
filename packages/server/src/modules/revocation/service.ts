export { type LostRight, type OngoingWork, trackWork } from "./ongoingWork.ts";
