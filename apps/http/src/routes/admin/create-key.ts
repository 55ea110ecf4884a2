import { createRoute, z } from '@hono/zod-openapi'
import { createKey, createServiceKey, identitySourceLengthMax, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import {
  createdKeySchema,
  createdKeyView,
  newKeyFields,
  newKeyOf,
  newKeyProblems,
  ownerIdField,
  replayedKeyView,
} from '../key-view.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'

const requestSchema = z
  .strictObject({
    kind: z.enum(['personal', 'service']).optional().openapi({ default: 'personal' }),
    owner_id: ownerIdField.optional(),
    source: z.string().max(identitySourceLengthMax).optional().openapi({
      description: 'Of a service key: the platform whose people it may act on behalf of.',
      example: 'workspace_chat',
    }),
    ...newKeyFields,
  })
  .refine(({ kind, owner_id }) => (kind === 'service') === (owner_id === undefined), {
    path: ['owner_id'],
    message: 'must be there for a personal key, and for no other',
  })
  .refine(({ kind, source }) => (kind === 'service') === (source !== undefined), {
    path: ['source'],
    message: 'must be there for a service key, and for no other',
  })
  .openapi('NewKey')

/** A key for somebody by the permission matrix, or for a surface that acts on behalf of many (R2). */
export const createKeyRoute = createRoute({
  operationId: 'createKey',
  method: 'post',
  path: '/api/v1/admin/keys',
  tags: ['Administration'],
  summary: 'Create an API key for somebody, or a service key',
  description: 'Only Owners create service keys. Every active Owner is notified by mail.',
  security: [{ accessToken: [] }],
  request: {
    ...idempotencyHeader,
    ...jsonRequest(requestSchema, {
      owner_id: '0197c1a2-7b1e-7cc3-9a51-0d2f6f6f0b11',
      name: 'laptop',
      expires_in_days: 90,
      sources: ['wiki'],
    }),
  },
  responses: {
    201: repeatableAnswer('Created. The key is shown this once.', createdKeySchema),
    ...problemResponses(
      'account.not_found',
      'key.source_invalid',
      'key.source_built_in',
      ...newKeyProblems,
      ...idempotencyProblems,
      ...sessionProblems,
      ...bodyProblems,
    ),
  },
})

/** Serves the creation. */
export const mountCreateKey = (app: SurfaceApp, surface: Surface) =>
  mount(app, createKeyRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const asked = context.req.valid('json')
    const { owner_id, source = '', ...body } = asked
    const key = { actor, ...newKeyOf(body) }
    const answering = { route: createKeyRoute, asked, view: createdKeyView, replayView: replayedKeyView }
    const outcome =
      body.kind === 'service'
        ? await once(context, surface, { ...answering, act: (ports) => createServiceKey(ports, { ...key, source }) })
        : await once(context, surface, {
            ...answering,
            act: (ports) => createKey(ports, { ...key, ownerId: owner_id as AccountId }),
          })
    return outcome.ok ? answerJson(context, outcome.value, 201) : problem(context, outcome.error)
  })
