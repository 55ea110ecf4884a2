export { mcpOverHttp, type HttpMessage, type Offer, type ServeMessage } from './mcp-over-http.ts'
export { mcpServer } from './mcp-server.ts'
export { refusedBy, streamedAnswer } from './streamed-answer.ts'
export type { ToolWorld } from './tool-world.ts'
export type {
  AskBody,
  Call,
  PublicContract,
  DocumentPosition,
  Refusal,
  Reply,
  SearchBody,
} from './public-contract.ts'
