import { z } from '@hono/zod-openapi'
import type { Config } from '@ken/composition'
import { ask, questionLengthMax, searchSourcesMax, sourceLengthMax, type Ask } from '@ken/core'
import type { ApiContext } from '../api-context.ts'
import { thrownFailure } from '../errors/error-handler.ts'
import type { Failure } from '../errors/failure.ts'
import { describedHeaders, occurrenceOf, problem, renderProblem } from '../errors/problems.ts'
import { withAskLimit } from '../errors/rate-limit-headers.ts'
import { disconnection, outgoingOf } from '../request/incoming.ts'
import { respondEvents, respondJson } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import type { RouteApi } from '../routing/route-api.ts'
import {
  callerAuthentication,
  callerOf,
  visibilityReaderOf,
} from '../security/caller-authentication.ts'
import { extendResponseStart } from '../server/request-limits.ts'
import { answerSchema, answerView, sourceViews } from './answer-view.ts'
import { eventStream, type EventStream } from './event-stream.ts'
import { onBehalfHeader } from './on-behalf-header.ts'

const requestSchema = z
  .strictObject({
    question: z.string().min(1).max(questionLengthMax).openapi({ description: 'A question.' }),
    conversation_id: z.uuid().toLowerCase().nullish().openapi({
      description:
        'Continues a conversation of the caller, and keeps question and answer in it. Null, as in an answer that is in no conversation, continues none.',
    }),
    remember: z.boolean().optional().openapi({
      description: 'Keeps question and answer as the start of a conversation.',
      default: false,
    }),
    stream: z.boolean().optional().openapi({
      description: 'Responds with server-sent events while the answer is written.',
      default: false,
    }),
    sources: z
      .array(z.string().min(1).max(sourceLengthMax))
      .min(1)
      .max(searchSourcesMax)
      .optional()
      .openapi({
        description: 'Restricts the answer to these sources, as in search.',
        example: ['wiki', 'ticket'],
      }),
  })
  .openapi('AskRequest')

/** Answers a question with the permissions of the caller. */
export const askRoute = defineRoute(
  {
    operationId: 'ask',
    method: 'post',
    path: '/public/v1/ask',
    tags: ['Search'],
    summary: 'Ask a question',
    description:
      'Answers a question from the documents that the caller may see, with its sources, in one call. Without a language model the answer lists the sources. Nothing is kept unless `remember` or `conversation_id` asks for it. A key, or a person with an access token, may ask 10 questions per minute.',
    guard: callerAuthentication({}),
    request: {
      headers: onBehalfHeader,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: requestSchema,
            example: { question: 'How do I rotate an API key?' },
          },
        },
      },
    },
    responses: {
      200: {
        description:
          'The answer; with `stream`, server-sent events in this order: `sources` (`sources` without `cited`, and `degraded`), any number of `text` (`delta`), then `done` (the answer) or `error` (a problem). The answer in `done` replaces all earlier text; after `error` the text is unfinished.',
        headers: describedHeaders('X-Accel-Buffering'),
        content: {
          'application/json': {
            schema: answerSchema,
            example: {
              answer: 'Create a new key, verify it, then revoke the old one [1].',
              outcome: 'answered',
              reason: null,
              degraded: false,
              conversation_id: null,
              sources: [
                {
                  number: 1,
                  id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f',
                  title: 'Rotate an API key',
                  url: 'https://wiki.example.com/keys/rotate',
                  source: 'wiki',
                  snippet: 'Create a new key, verify it, then revoke the old one.',
                  cited: true,
                },
              ],
            },
          },
          'text/event-stream': {
            schema: z.string(),
            example:
              'event: sources\ndata: {"sources":[{"number":1,"id":"0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f","title":"Rotate an API key","url":"https://wiki.example.com/keys/rotate","source":"wiki","snippet":"Create a new key."}],"degraded":false}\n\nevent: text\ndata: {"delta":"Create a"}\n\n',
          },
        },
      },
    },
    problems: [
      'http.invalid_request',
      'search.invalid',
      'ask.question_invalid',
      'conversation.not_found',
      'ask.access_changed',
      'search.too_many',
      'ask.too_many',
      'ask.rate_limited',
      'search.timed_out',
      'ask.model_busy',
    ],
  },
  async (context, api) => {
    const { stream, conversation_id: id, ...body } = context.req.valid('json')
    const headers = context.get('headers')
    const request: Ask = {
      ...callerOf(context),
      ...body,
      conversationId: id ?? undefined,
      readVisibility: visibilityReaderOf(context),
      signal: disconnection(context),
      onCounted: (left) => void Object.assign(headers, withAskLimit(headers, left)),
    }
    if (stream === true) return streamAnswer(context, api, request)
    const outgoing = outgoingOf(context.env)
    if (outgoing !== undefined) extendResponseStart(outgoing, longestAnswerMs(api.ken.config))
    const outcome = await ask(api.ken.ports, request)
    return outcome.ok
      ? respondJson(context, answerView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)

/** Time for the search, a place in the queue of the model, and the model. */
const longestAnswerMs = ({ answerModel }: Config): number =>
  10_000 + 2 * (answerModel?.budgetMs ?? 0)

/** Responds with events once the sources are known; with a problem if there are none to come. */
async function streamAnswer(context: ApiContext, api: RouteApi, request: Ask) {
  const events = eventStream()
  const begun = Promise.withResolvers<null>()
  const signal = AbortSignal.any([request.signal, events.signal])
  const answering = ask(
    api.ken.ports,
    { ...request, signal },
    {
      async sources({ results, degraded }) {
        begun.resolve(null)
        await events.send('sources', JSON.stringify({ sources: sourceViews(results), degraded }))
      },
      text: (delta) => events.send('text', JSON.stringify({ delta })),
    },
  )
  const refused = await Promise.race([begun.promise, answering]).catch((error: unknown) => {
    events.end()
    throw error
  })
  if (refused?.ok === false) {
    events.end()
    return problem(context, refused.error)
  }
  context.set('endOfStream', finish(context, api, events, answering))
  return respondEvents(context, events.body)
}

/** Sends the last event of a stream. Returns the status that the response would have without a stream. */
async function finish(
  context: ApiContext,
  api: RouteApi,
  events: EventStream,
  answering: ReturnType<typeof ask>,
): Promise<number> {
  const send = (event: string, json: string) => events.send(event, json).catch(() => {})
  const sendProblem = async (failure: Failure) => {
    const { status, body } = renderProblem(failure, occurrenceOf(context))
    await send('error', body)
    return status
  }
  try {
    const outcome = await answering
    if (!outcome.ok) return await sendProblem(outcome.error)
    await send('done', JSON.stringify(answerView(outcome.value)))
    return 200
  } catch (error) {
    if (!events.signal.aborted) return await sendProblem(thrownFailure(api, error, context))
    api.log.info('http.abandoned', { request_id: context.get('requestId') })
    return 503 // As without a stream.
  } finally {
    events.end()
  }
}
