export { KenProblem, unrecognizedCode, type FieldFault, type Problem } from '../ken-problem.ts'
export {
  createSurfaceClient,
  type CallOptions,
  type Linked,
  type SurfaceClient,
  type SurfaceClientOptions,
} from './surface-client.ts'
export { KenBusy, KenNotLinked } from './surface-refusals.ts'
export type {
  Answer,
  AnswerEvent,
  AskRequest,
  DocumentPage,
  DocumentPageRequest,
  Finding,
  SearchAnswer,
  SearchRequest,
} from '../wire.ts'
