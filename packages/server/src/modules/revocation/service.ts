export { type OngoingWork, trackWork } from "./ongoingWork.ts";
