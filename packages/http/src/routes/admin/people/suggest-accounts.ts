import { z } from '@hono/zod-openapi'
import { actsOnAccount, suggestAccounts, type ListedAccount } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { accountSchema, accountView } from '../../account-view.ts'

const suggestedSchema = accountSchema
  .extend({
    may: z
      .array(z.enum(actsOnAccount))
      .openapi({ description: 'What the caller can do with the account.' }),
  })
  .openapi('SuggestedUser')

const suggestedView = (account: ListedAccount): z.infer<typeof suggestedSchema> => ({
  ...accountView(account),
  may: [...account.may],
})

/** Suggests people while an address or a name is typed. */
export const suggestAccountsRoute = defineRoute(
  {
    operationId: 'suggestAccounts',
    method: 'get',
    path: '/api/v1/admin/users/suggest',
    tags: ['Administration'],
    summary: 'Suggest up to ten active people',
    description: 'Empty before the second character. Matches at the beginning come first.',
    guard: administratorAuthentication,
    request: { query: z.strictObject({ q: z.string().max(100) }) },
    responses: {
      200: jsonResponse(
        'The people.',
        z.object({ data: z.array(suggestedSchema) }).openapi('UserSuggestions'),
      ),
    },
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await suggestAccounts(ken.ports, {
      actor,
      typed: context.req.valid('query').q,
    })
    return outcome.ok
      ? respondJson(context, { data: outcome.value.map(suggestedView) }, 200)
      : problem(context, outcome.error)
  },
)
