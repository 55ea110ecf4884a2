import { sendTestEmail } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondAccepted } from '../../../respond.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'

/** Sends the caller a test email. */
export const sendTestEmailRoute = defineRoute(
  {
    operationId: 'sendTestEmail',
    method: 'post',
    path: '/api/v1/admin/system/test-mail',
    tags: ['Administration'],
    summary: 'Send yourself a test email',
    description:
      'To your own address, three times an hour. It is sent like all other email, through the queue and a worker.',
    guard: administratorAuthentication,
    responses: { 202: { description: 'The email waits for a worker.' } },
    problems: ['mail.not_configured', 'mail.tests_exhausted'],
  },
  async (context, { ken }) => {
    const outcome = await sendTestEmail(ken.ports, { actor: callerOf(context).actor })
    return outcome.ok ? respondAccepted(context) : problem(context, outcome.error)
  },
)
