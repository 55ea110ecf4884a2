import {
  Unavailable,
  withoutWorkspace,
  type WorkspaceChatBot,
  type WorkspaceDirectory,
} from '@ken/core/ports'
import { fieldsOf, retryOf, type Fields } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from './api/web-api-failure.ts'
import { callWebApi, type Transport } from './api/web-api.ts'

/** Looks members up with `users.info`. An address is in it only if the app may read addresses. */
export const slackWorkspaceDirectory = (transport: Transport): WorkspaceDirectory => ({
  async findConfirmedEmail({ botToken: token, workspaceId }, externalId) {
    const user = withoutWorkspace(externalId)
    if (user === null || externalId !== `${workspaceId}:${user}`) return null
    try {
      const { fields } = await callWebApi(transport, {
        method: 'users.info',
        token,
        fields: { user },
      })
      return confirmedEmailOf(fieldsOf(fields['user']), { user, workspaceId })
    } catch (error) {
      if (error instanceof WebApiRefusal) return null
      if (!(error instanceof WebApiFailure)) throw error
      if (error.fault === 'scope_missing') return null
      throw new Unavailable(
        'workspace-chat',
        'The workspace chat did not say who wrote.',
        retryOf(error),
      )
    }
  },
})

type Expected = { readonly user: string } & Pick<WorkspaceChatBot, 'workspaceId'>

/** What must be false, and be said: a member who is not fully one has another access than Ken's members. */
const reservations = ['deleted', 'is_bot', 'is_restricted', 'is_ultra_restricted'] as const

function confirmedEmailOf(member: Fields, { user, workspaceId }: Expected): string | null {
  const organization = fieldsOf(member['enterprise_user'])['enterprise_id']
  const isHere = member['team_id'] === workspaceId || organization === workspaceId
  const isFullMember = reservations.every((reservation) => member[reservation] === false)
  // Said only of people of other organizations.
  const isStranger = (member['is_stranger'] ?? false) !== false
  const isConfirmed = member['is_email_confirmed'] === true
  if (member['id'] !== user || !isHere || !isFullMember || isStranger || !isConfirmed) return null
  const { email } = fieldsOf(member['profile'])
  return typeof email === 'string' ? email : null
}
