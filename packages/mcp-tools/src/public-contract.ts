/** The operations of Ken's public contract that the tools call, with the credential of one caller. */
export type PublicContract = {
  /** `POST /public/v1/search` */
  readonly search: (body: SearchBody, call: Call) => Promise<Reply>
  /** `POST /public/v1/ask` */
  readonly ask: (body: AskBody, call: AskCall) => Promise<Reply>
  /** `GET /public/v1/documents/{id}` */
  readonly read: (page: DocumentPosition, call: Call) => Promise<Reply>
}

export type Call = {
  /** Aborted when the client cancels the tool call or disconnects. */
  readonly signal: AbortSignal
}

export type AskCall = Call & {
  /** Called when the sources are known, before the answer is written. */
  readonly onSources?: (() => Promise<void>) | undefined
}

export type SearchBody = {
  readonly query: string
  readonly limit?: number | undefined
  readonly sources?: readonly string[] | undefined
}

export type AskBody = {
  readonly question: string
  readonly sources?: readonly string[] | undefined
}

/** A page of a document; the first one without `offset`. */
export type DocumentPosition = {
  readonly id: string
  readonly offset?: number | undefined
  readonly version?: string | undefined
}

/** A response of the public contract: its JSON, or why there is none. */
export type Reply =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly refusal: Refusal }

/** A problem document, or no response at all. */
export type Refusal = {
  /** Null if Ken did not respond. */
  readonly status: number | null
  /** `NOT_KEN` if something else responded. */
  readonly code: string
  /** The invalid fields, as in the problem document. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
}
