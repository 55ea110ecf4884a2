import { answerEvents } from '../answer-events.ts'
import { bodyOf, prepare, type KenRequest } from '../exchange.ts'
import { conversationPath, documentPath, streamedQuestion } from '../public-operations.ts'
import type {
  Answer,
  AnswerEvent,
  AskRequest,
  DocumentPage,
  DocumentPageRequest,
  SearchAnswer,
  SearchRequest,
} from '../wire.ts'
import { surfaceErrorOf } from './surface-refusals.ts'

export type SurfaceClientOptions = {
  /** The address of the server, such as `https://ken.example.com`. */
  readonly baseUrl: string
  /** A service key of the platform. It acts for all linked people: keep it on a server. */
  readonly serviceKey: string
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** Aborting the signal ends the request: `AbortSignal.timeout(10_000)` is a time limit. */
export type CallOptions = { readonly signal?: AbortSignal }

/** An account that a sender is linked to. */
export type Linked = {
  readonly linked: true
  /** Its masked address, such as `a***@example.com`. */
  readonly account: string
}

/**
 * Ken for a chat surface that serves many people, each with their own permissions. `sender` is the id of a person on
 * the platform: 1 to 200 visible ASCII characters, exactly as the platform spells it. The platform must name it, never
 * the sender.
 *
 * A method rejects with `KenNotLinked` when the sender is not linked, with `KenBusy` when it is time to wait, with
 * `KenProblem` for any other refusal, and with the error of `fetch` when there is no response.
 */
export type SurfaceClient = {
  /** Links the sender to the account that created the code. `KenNotLinked` if the code is refused. */
  readonly link: (
    sender: string,
    body: { readonly code: string },
    options?: CallOptions,
  ) => Promise<Linked>
  /** The account of the sender. The address links no one. */
  readonly resolve: (
    sender: string,
    body?: { readonly email?: string },
    options?: CallOptions,
  ) => Promise<Linked>
  readonly search: (
    sender: string,
    body: SearchRequest,
    options?: CallOptions,
  ) => Promise<SearchAnswer>
  readonly ask: (sender: string, body: AskRequest, options?: CallOptions) => Promise<Answer>
  /**
   * The same, while the answer is written. May reject after any event: what was shown is then unfinished. Ending the
   * loop ends the request.
   */
  readonly askStream: (
    sender: string,
    body: AskRequest,
    options?: CallOptions,
  ) => AsyncIterable<AnswerEvent>
  /** The first or a further page of a document; `NOT_FOUND` when it is hidden from the sender. */
  readonly document: (
    sender: string,
    id: string,
    page?: DocumentPageRequest,
    options?: CallOptions,
  ) => Promise<DocumentPage>
  /** Deletes a conversation of the sender's account. */
  readonly forgetConversation: (sender: string, id: string, options?: CallOptions) => Promise<void>
}

/** A client of the public contract that acts on behalf of the people of one platform. */
export function createSurfaceClient({
  baseUrl,
  serviceKey,
  fetch,
}: SurfaceClientOptions): SurfaceClient {
  if (serviceKey === '')
    throw new TypeError('The service key is empty. Create one: ken keys create-service')
  const exchange = { baseUrl, ...(fetch !== undefined && { fetch }) }

  async function bodyFrom(
    path: string,
    request: KenRequest,
    readStream?: (response: Response) => unknown,
  ): Promise<unknown> {
    try {
      return bodyOf(await prepare(exchange, path, request, readStream)(serviceKey))
    } catch (error) {
      throw surfaceErrorOf(error)
    }
  }

  // The server guarantees the shape of a response; its tests check it.
  const send = async <Body>(path: string, request: KenRequest): Promise<Body> =>
    (await bodyFrom(path, request)) as Body

  async function* askStream(
    sender: string,
    body: AskRequest,
    options?: CallOptions,
  ): AsyncGenerator<AnswerEvent, void> {
    const question = onBehalfOf(sender, streamedQuestion(body, options))
    const events = await bodyFrom('/public/v1/ask', question, answerEvents)
    try {
      yield* events as AsyncGenerator<AnswerEvent, void>
    } catch (error) {
      throw surfaceErrorOf(error)
    }
  }

  const post = { method: 'POST' } as const
  return {
    link: async (sender, { code }, options) =>
      send('/api/v1/surfaces/link', {
        ...post,
        ...options,
        json: { external_id: validSender(sender), code },
      }),
    resolve: async (sender, body, options) =>
      send('/api/v1/surfaces/resolve', {
        ...post,
        ...options,
        json: { ...body, external_id: validSender(sender) },
      }),
    search: async (sender, json, options) =>
      send('/public/v1/search', onBehalfOf(sender, { ...post, ...options, json })),
    ask: async (sender, json, options) =>
      send('/public/v1/ask', onBehalfOf(sender, { ...post, ...options, json })),
    askStream,
    document: async (sender, id, page, options = {}) =>
      send(documentPath(id, page), onBehalfOf(sender, options)),
    forgetConversation: async (sender, id, options) =>
      send(conversationPath(id), onBehalfOf(sender, { ...options, method: 'DELETE' })),
  }
}

const onBehalfOf = (sender: string, request: KenRequest): KenRequest => ({
  ...request,
  headers: { ...request.headers, 'ken-on-behalf-of': validSender(sender) },
})

/** `fetch` removes spaces around the value of a header: another id could become that of a linked person. */
function validSender(sender: string): string {
  if (!/^[\x21-\x7e]{1,200}$/.test(sender))
    throw new TypeError('The id of a sender must be 1 to 200 visible ASCII characters.')
  return sender
}
