import { z } from '@hono/zod-openapi'
import { createKey, createServiceKey, identitySourceLengthMax, type AccountId } from '@ken/core'
import { createdKeyView, replayedKeyView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idempotent } from '../../../routing/idempotent.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import {
  createdKeySchema,
  newKeyFields,
  newKeyOf,
  newKeyProblems,
  ownerIdField,
} from '../../key-schema.ts'

const requestSchema = z
  .strictObject({
    kind: z.enum(['personal', 'service']).optional().openapi({ default: 'personal' }),
    owner_id: ownerIdField.optional(),
    source: z.string().max(identitySourceLengthMax).optional().openapi({
      description: 'For a service key: the platform whose people it may act for.',
      example: 'portal',
    }),
    ...newKeyFields,
  })
  .refine(({ kind, owner_id }) => (kind === 'service') === (owner_id === undefined), {
    path: ['owner_id'],
    message: 'must be given for a personal key only',
  })
  .refine(({ kind, source }) => (kind === 'service') === (source !== undefined), {
    path: ['source'],
    message: 'must be given for a service key only',
  })
  .openapi('NewKey')

/** Creates a key for a person, or a service key for a surface. */
export const createKeyRoute = defineRoute(
  {
    operationId: 'createKey',
    method: 'post',
    path: '/api/v1/admin/keys',
    tags: ['Administration'],
    summary: 'Create an API key for a person, or a service key',
    description: 'Only Owners create service keys. Every active Owner is notified by email.',
    guard: administratorAuthentication,
    takesIdempotencyKey: true,
    request: jsonRequest(requestSchema, {
      owner_id: '0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11',
      name: 'laptop',
      expires_in_days: 90,
      sources: ['wiki'],
    }),
    responses: {
      201: jsonResponse('Created. The key is shown only once.', createdKeySchema),
    },
    problems: [
      'account.changes_exhausted',
      'account.not_found',
      'key.source_invalid',
      'key.source_built_in',
      ...newKeyProblems,
    ],
  },
  async (context, api) => {
    const { actor } = callerOf(context)
    const body = context.req.valid('json')
    const { owner_id, source = '' } = body
    const key = { actor, ...newKeyOf(body) }
    const options = {
      payload: body,
      view: createdKeyView,
      replayView: replayedKeyView,
    }
    const outcome =
      body.kind === 'service'
        ? await idempotent(context, api, {
            ...options,
            act: (ports) => createServiceKey(ports, { ...key, source }),
          })
        : await idempotent(context, api, {
            ...options,
            act: (ports) => createKey(ports, { ...key, ownerId: owner_id as AccountId }),
          })
    return outcome.ok ? respondJson(context, outcome.value, 201) : problem(context, outcome.error)
  },
)
