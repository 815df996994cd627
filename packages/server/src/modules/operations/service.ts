export { callHttpOperation, type HttpOperationCall } from "./request/callHttpOperation.ts";
