import {
  appIdOfToken,
  err,
  ok,
  type ChatProbe,
  type Result,
  type WorkspaceChatFault,
  type WorkspaceChatIdentity,
} from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { newSocketAddress } from './api/socket-address.ts'
import { knownFailure, WebApiFailure } from './api/web-api-failure.ts'
import { callWebApi, type Transport } from './api/web-api.ts'
import { isOrganization } from './listener/proven-message.ts'

/** Of what is asked first, and of what follows it, so that all takes less than six seconds. */
const timeoutMs = 2_900

/** Without these the bot cannot read what people write to it, or reply. */
const neededScopes = ['chat:write', 'im:history', 'im:read', 'users:read']

/** Probes with `auth.test`, `bots.info` and, for an app token, `apps.connections.open`. Opens no socket. */
export const slackChatProbe = (transport: Transport): ChatProbe<'workspace_chat'> => ({
  async probe({ botToken, appToken }) {
    try {
      // Without an app token, the platform sends messages in requests.
      const opening =
        appToken === null ? Promise.resolve() : newSocketAddress(transport, appToken, { timeoutMs })
      // Its outcome counts only if the bot token works.
      opening.catch(() => {})
      const bot = await findBot(transport, botToken)
      if (!bot.ok) return bot
      const appId = await findApp(transport, botToken, bot.value)
      await opening
      const named = appToken === null ? appId : appIdOfToken(appToken)
      if (named === null) return err('app_token_refused')
      if (named !== appId) return err('apps_differ')
      const { appBotId: _appBotId, ...identity } = bot.value
      return ok({ ...identity, appId })
    } catch (error) {
      const failure = knownFailure(error)
      if (failure === null) throw error
      return err(failure.fault)
    }
  },
})

/** The user of a bot token, in its workspace. */
export type FoundBot = Omit<WorkspaceChatIdentity, 'appId'> & {
  /** By which `bots.info` knows the app in the workspace. */
  readonly appBotId: string
}

/** The user of the token. Throws as `callWebApi` does. */
export async function findBot(
  transport: Transport,
  botToken: string,
  signal?: AbortSignal,
): Promise<Result<FoundBot, WorkspaceChatFault>> {
  const { fields, scopes } = await callWebApi(transport, {
    method: 'auth.test',
    token: botToken,
    timeoutMs,
    ...(signal && { signal }),
  })
  const { user_id: id, user, team, bot_id: appBotId } = fields
  // An app that is installed for a whole organization acts in all its workspaces.
  const idField = fields['is_enterprise_install'] === true ? 'enterprise_id' : 'team_id'
  const workspaceId = fields[idField]
  if (!isId(id) || !isId(workspaceId) || typeof user !== 'string' || typeof team !== 'string')
    return err('not_slack')
  if (appBotId === undefined) return err('not_a_bot')
  if (!isId(appBotId)) return err('not_slack')
  if (scopes !== null && !neededScopes.every((scope) => scopes.includes(scope)))
    return err('scope_missing')
  return ok({ id, handle: user, workspaceId, workspaceName: team, appBotId, scopes })
}

/** The app that the bot belongs to. For an organization the platform asks in which of its workspaces, and any will do. */
async function findApp(transport: Transport, token: string, bot: FoundBot): Promise<string> {
  const isOfOrganization = isOrganization(bot)
  const limitMs = isOfOrganization ? timeoutMs / 2 : timeoutMs
  const team_id = isOfOrganization ? await anyWorkspace(transport, token, limitMs) : undefined
  const fields = { bot: bot.appBotId, team_id }
  const call = { method: 'bots.info', token, fields, timeoutMs: limitMs }
  const { app_id: appId } = fieldsOf((await callWebApi(transport, call)).fields['bot'])
  if (!isId(appId)) throw new WebApiFailure('not_slack')
  return appId
}

async function anyWorkspace(transport: Transport, token: string, limitMs: number): Promise<string> {
  const call = { method: 'auth.teams.list', token, fields: { limit: 1 }, timeoutMs: limitMs }
  const { teams } = (await callWebApi(transport, call)).fields
  const { id } = fieldsOf(Array.isArray(teams) ? teams[0] : undefined)
  if (!isId(id)) throw new WebApiFailure('not_slack')
  return id
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z0-9]{1,32}$/.test(value)
