import { z } from '@hono/zod-openapi'
import { actRefusals, previewRemoval, type AccountId, type RemovalPreview } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

const previewSchema = z
  .object({
    refusal: z
      .enum(actRefusals)
      .nullable()
      .openapi({ description: 'Why the act is not possible; null if it is.' }),
    sessions: z.int().openapi({ description: 'Sessions that end.' }),
    keys: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(['personal', 'service']),
          name: z.string(),
          prefix: z.string(),
          last_used_at: z.string().nullable().openapi({ format: 'date-time' }),
        }),
      )
      .openapi({
        description:
          'The newest of the keys that stop working, service keys that depend on the person included.',
      }),
    keys_total: z.int(),
    agents: z.int().openapi({ description: 'Personal agents that stop.' }),
    owner_invitations: z
      .int()
      .openapi({ description: 'Pending invitations to be an Owner or Admin that are revoked.' }),
    identities: z
      .int()
      .openapi({ description: 'Linked chats: kept on deactivation, removed on deletion.' }),
    groups: z
      .int()
      .openapi({ description: 'Memberships: kept on deactivation, removed on deletion.' }),
  })
  .openapi('RemovalPreview')

const previewView = (preview: RemovalPreview): z.infer<typeof previewSchema> => ({
  refusal: preview.refusal,
  sessions: preview.sessions,
  keys: preview.keys.map(({ id, kind, name, prefix, lastUsedAt }) => ({
    id,
    kind,
    name,
    prefix,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
  keys_total: preview.keysTotal,
  agents: preview.agents,
  owner_invitations: preview.ownerInvitations,
  identities: preview.identities,
  groups: preview.groups,
})

/** Shows what deactivating or deleting a person would end. */
export const previewRemovalRoute = defineRoute(
  {
    operationId: 'previewRemoval',
    method: 'get',
    path: '/api/v1/admin/users/{id}/deactivation',
    tags: ['Administration'],
    summary: 'Show what deactivating or deleting a person would end',
    description:
      'The counts are read one after another, so a concurrent change may show in some of them only. Access ends with the act: nothing that reads the database accepts an access token of a deactivated person.',
    guard: administratorAuthentication,
    request: {
      params: idParameter,
      query: z.strictObject({
        for: z
          .enum(['deactivation', 'deletion'])
          .default('deactivation')
          .openapi({ description: 'The act to preview.' }),
      }),
    },
    responses: { 200: jsonResponse('What would end.', previewSchema) },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const outcome = await previewRemoval(ken.ports, {
      actor: callerOf(context).actor,
      userId: context.req.valid('param').id as AccountId,
      act: context.req.valid('query').for === 'deletion' ? 'delete' : 'deactivate',
    })
    return outcome.ok
      ? respondJson(context, previewView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
