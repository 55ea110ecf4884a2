import { z } from '@hono/zod-openapi'
import { ask, questionLengthMax, searchSourcesMax, sourceLengthMax } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { respondJson } from '../respond.ts'
import { defineRoute } from '../routing/define-route.ts'
import {
  callerAuthentication,
  callerOf,
  visibilityReaderOf,
} from '../security/caller-authentication.ts'
import { answerSchema, answerView } from './answer-view.ts'
import { onBehalfHeader } from './on-behalf-header.ts'

const requestSchema = z
  .strictObject({
    question: z.string().min(1).max(questionLengthMax).openapi({ description: 'A question.' }),
    conversation_id: z.uuid().optional().openapi({
      description: 'Continues a conversation of the caller, and keeps question and answer in it.',
    }),
    remember: z.boolean().optional().openapi({
      description: 'Keeps question and answer as the start of a conversation.',
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
      'Answers a question from the documents that the caller may see, with its sources, in one call. Without a language model the answer lists the sources. Nothing is kept unless `remember` or `conversation_id` asks for it.',
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
        description: 'The answer.',
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
  async (context, { ken }) => {
    const { actor, visibility } = callerOf(context)
    const { conversation_id: conversationId, ...body } = context.req.valid('json')
    const outcome = await ask(ken.ports, {
      actor,
      visibility,
      ...body,
      conversationId,
      readVisibility: visibilityReaderOf(context),
      signal: context.req.raw.signal,
    })
    return outcome.ok
      ? respondJson(context, answerView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
