import {
  listMissingRoles,
  listReportedProxies,
  missingRoleText,
  operator,
  botMessengerAdvice,
  probeBotMessenger,
  probeTeamChat,
  probeWorkspaceChat,
  showQueue,
  teamChatAdvice,
  workspaceChatAdvice,
} from '@ken/core'
import { backgroundRoles } from '@ken/core/ports'
import { failureTextWithHint } from '@ken/presentation'
import { plural } from '../terminal/output.ts'
import type { Connection } from '../world.ts'
import { fail, passed, skip, warn, type Check } from './check.ts'

/** Whether workers run jobs, here or in the server that has the database. */
export async function checkQueue({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const shown = await run(showQueue, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  const { counts, isStalled } = shown.value
  const deadLettered = counts.reduce((total, count) => total + count.deadLettered, 0)
  if (isStalled)
    return warn('queue', 'Jobs are waiting, and no worker runs them. Start one with: ken worker')
  if (deadLettered === 0)
    return passed('queue', 'No job has waited for long, and there are no dead letters.')
  return warn('queue', `${plural(deadLettered, 'job')} failed for good. See why with: ken queue`)
}

/** Whether workers and schedulers run. On the embedded database they are part of the server. */
export async function checkBackground({ run, own, config }: Connection): Promise<readonly Check[]> {
  const isServerDown = own !== null && config.databaseUrl === null
  if (isServerDown)
    return backgroundRoles.map((role) =>
      skip(role, 'Not checked: Ken is not running here. Start it with: ken start'),
    )
  const listed = await run(listMissingRoles, { actor: operator })
  if (!listed.ok) throw new Error(listed.error.code)
  return backgroundRoles.map((role) => {
    if (!listed.value.includes(role)) return passed(role, `At least one ${role} runs.`)
    return warn(role, `${missingRoleText[role]} Start one with: ken ${role}`)
  })
}

/** Whether the team-chat bot reaches its server and receives messages. */
export async function checkTeamChat({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'team chat'
  const probed = await run(probeTeamChat, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, teamChat } = probed.value
  const { baseUrl, botUsername, enabled, delivery } = teamChat
  if (baseUrl === null) return passed(name, 'Not set: the team-chat bot is off.')
  if (fault !== null) return (enabled ? fail : warn)(name, `${baseUrl}: ${teamChatAdvice[fault]}`)
  if (!enabled) return passed(name, `${baseUrl} serves @${botUsername}, which is off.`)
  if (delivery.reason !== null) {
    return warn(
      name,
      `${baseUrl} serves @${botUsername}, but receives no messages. ${teamChatAdvice[delivery.reason]}`,
    )
  }
  return passed(name, `${baseUrl} serves @${botUsername} and receives messages.`)
}

/** Whether the bot of the workspace chat reaches its workspace and receives messages. */
export async function checkWorkspaceChat({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'workspace chat'
  const probed = await run(probeWorkspaceChat, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, workspaceChat } = probed.value
  const { workspaceName, botUsername, hasToken, enabled, delivery } = workspaceChat
  if (!hasToken) return passed(name, 'Not set: the bot of the workspace chat is off.')
  if (fault !== null) return (enabled ? fail : warn)(name, workspaceChatAdvice[fault])
  const serves = `${workspaceName} serves @${botUsername}`
  if (!enabled) return passed(name, `${serves}, which is off.`)
  if (delivery.reason !== null)
    return warn(
      name,
      `${serves}, but receives no messages. ${workspaceChatAdvice[delivery.reason]}`,
    )
  return passed(name, `${serves} and receives messages.`)
}

/** Whether the bot of the bot messenger reaches its platform and receives messages. */
export async function checkBotMessenger({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'bot messenger'
  const probed = await run(probeBotMessenger, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, botMessenger } = probed.value
  const { apiRoot, botUsername, hasToken, enabled, delivery } = botMessenger
  if (!hasToken) return passed(name, 'Not set: the bot of the bot messenger is off.')
  if (fault !== null)
    return (enabled ? fail : warn)(name, `${apiRoot}: ${botMessengerAdvice[fault]}`)
  const serves = `${apiRoot} serves @${botUsername}`
  if (!enabled) return passed(name, `${serves}, which is off.`)
  if (delivery.reason !== null)
    return warn(name, `${serves}, but receives no messages. ${botMessengerAdvice[delivery.reason]}`)
  return passed(name, `${serves} and receives messages.`)
}

/** Whether requests came through an undeclared proxy, so that many people counted as one client. */
export async function checkProxies({
  run,
  config,
}: Pick<Connection, 'run' | 'config'>): Promise<Check> {
  const name = 'proxies'
  const { clientAddress } = await import('@ken/http')
  const { isTrusted } = clientAddress(config.trustedProxies)
  const undeclared = (await run(listReportedProxies, { actor: operator })).filter(
    ({ peer }) => !isTrusted(peer),
  )
  if (undeclared.length === 0) return passed(name, 'No requests came through an undeclared proxy.')
  const peers = undeclared.map(({ peer }) => peer).join(', ')
  return warn(
    name,
    `Requests from ${peers} carried X-Forwarded-For or the like, and KEN_TRUSTED_PROXIES does not name this peer. If it is your reverse proxy, add it and restart Ken: until then everyone behind it counts as one client, and one attacker can block sign-in for all. If it is not, ignore this; the report disappears within a week.`,
  )
}
