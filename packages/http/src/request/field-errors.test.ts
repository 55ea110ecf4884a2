import { z } from '@hono/zod-openapi'
import { expect, it } from 'vitest'
import { idForm } from '../routing/id-parameter.ts'
import { fieldErrorsOf, reportedIssues } from './field-errors.ts'

const form = z.strictObject({
  role: z.enum(['Owner', 'Admin', 'Member']).optional(),
  dry_run: z.literal('true').optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  limit: z.int().min(1).optional(),
  emails: z.array(z.string()).min(2).optional(),
  conversation_id: z.uuid().optional(),
  invited_by: z.string().regex(idForm).optional(),
})
const anId = 'must be an id, such as 0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f'

it.each([
  [{ role: 'owner' }, '#/role', 'must be one of Owner, Admin, Member'],
  [{ role: null }, '#/role', 'must be one of Owner, Admin, Member'],
  [{ dry_run: '1' }, '#/dry_run', 'must be true'],
  [
    { from: '2026-05-01' },
    '#/from',
    'must be an ISO 8601 time with an offset, such as 2026-05-01T12:00:00Z',
  ],
  [{ limit: 0 }, '#/limit', 'must be at least 1'],
  [{ emails: ['a'] }, '#/emails', 'must have at least 2 entries'],
  [{ conversation_id: 'latest' }, '#/conversation_id', anId],
  [{ invited_by: 'ada' }, '#/invited_by', anId],
  [{ rol: 'Owner' }, '#/rol', 'is not a known field'],
])('says what %j should be', (value, pointer, detail) => {
  const parsed = form.safeParse(value, reportedIssues)
  expect(fieldErrorsOf(parsed.error?.issues ?? [])).toEqual([{ pointer, detail }])
})

it('says that an absent field is required, and what it should be', () => {
  const filledForm = z.strictObject({
    role: z.enum(['Owner', 'Admin', 'Member']),
    days: z.literal([30, null]),
    name: z.string(),
    groups: z.array(z.string()),
  })
  const parsed = filledForm.safeParse({ name: null }, reportedIssues)
  expect(fieldErrorsOf(parsed.error?.issues ?? [])).toEqual([
    { pointer: '#/role', detail: 'is required and must be one of Owner, Admin, Member' },
    { pointer: '#/days', detail: 'is required and must be one of 30, null' },
    { pointer: '#/name', detail: 'must be a string' },
    { pointer: '#/groups', detail: 'is required and must be an array' },
  ])
})
