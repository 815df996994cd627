export { createCitationParser } from "./citations/citationParser.ts";
