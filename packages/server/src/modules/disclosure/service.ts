export { selectAcceptedDisclosure } from "./repository.ts";
