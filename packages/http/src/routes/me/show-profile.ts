import { z } from '@hono/zod-openapi'
import { capabilities, showProfile, type OwnProfile } from '@ken/core'
import { mcpUrl } from '../../mcp/serve-mcp.ts'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { accountSchema, accountView } from '../account-view.ts'

const profileSchema = accountSchema
  .extend({
    created_at: z.string().openapi({ format: 'date-time' }),
    groups: z.array(z.string()),
    mfa: z.object({
      enabled: z.boolean(),
      enabled_at: z.string().nullable().openapi({ format: 'date-time' }),
      recovery_codes_left: z.int().openapi({ description: 'Recovery codes that are not used.' }),
      required: z.boolean().openapi({
        description: 'The role requires two-factor authentication, so it cannot be disabled.',
      }),
    }),
    may: z.array(z.enum(capabilities)).openapi({
      description: 'What you may do, apart from your own account and from acts on accounts.',
    }),
    features: z.object({
      mail: z.boolean().openapi({ description: 'Ken can send email, so people can be invited.' }),
      answers: z.boolean().openapi({ description: 'Ken writes answers to questions.' }),
      mcp_url: z.string().nullable().openapi({
        format: 'uri',
        description: 'Where Ken serves the Model Context Protocol; null if it does not.',
      }),
    }),
  })
  .openapi('Profile')

const profileView = (
  { account, groups, may, ...profile }: OwnProfile,
  baseUrl: string,
): z.infer<typeof profileSchema> => ({
  ...accountView(account),
  created_at: account.createdAt.toISOString(),
  groups: [...groups],
  mfa: {
    enabled: account.mfaEnabledAt !== null,
    enabled_at: account.mfaEnabledAt?.toISOString() ?? null,
    recovery_codes_left: profile.unusedRecoveryCodes,
    required: profile.secondFactorRequired,
  },
  may: [...may],
  features: {
    mail: profile.canSendMail,
    answers: profile.canAnswer,
    mcp_url: mcpUrl(baseUrl),
  },
})

/** Shows the caller's account. */
export const showProfileRoute = defineRoute(
  {
    operationId: 'showProfile',
    method: 'get',
    path: '/api/v1/me',
    tags: ['Own account'],
    summary: 'Show your account',
    description:
      'Your name, address, role and groups, and whether you use two-factor authentication.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: {
      200: jsonResponse('The account.', profileSchema),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await showProfile(ken.ports, { actor })
    return outcome.ok
      ? respondJson(context, profileView(outcome.value, ken.config.baseUrl), 200)
      : problem(context, outcome.error)
  },
)
