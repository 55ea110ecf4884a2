import {
  botMessengerAdvice,
  operator,
  probeBotMessenger,
  probeTeamChat,
  probeWorkspaceChat,
  teamChatAdvice,
  webhookErrorAdvice,
  workspaceChatAdvice,
  type BotDelivery,
} from '@ken/core'
import { failureTextWithHint } from '@ken/presentation'
import type { Connection } from '../world.ts'
import { fail, passed, warn, type Check } from './check.ts'

/** What a probe found of a bot that is set up. */
type ProbedBot<Reason extends string> = {
  readonly fault: Reason | null
  /** Begins what is said about a fault; empty if the address cannot be set. */
  readonly address: string
  /** Who serves which bot. */
  readonly serves: string
  readonly enabled: boolean
  readonly delivery: Pick<BotDelivery<Reason>, 'reason' | 'isCatchingUp'>
  /** More about a fault or a reason; null without any. */
  readonly hint?: (code: Reason) => string | null
  /** What to look at although nothing fails. */
  readonly doubt?: string | null
}

/** Whether the bot reaches its platform and receives messages. */
function checkOf<Reason extends string>(
  name: string,
  advice: { readonly [Code in Reason]: string },
  { fault, address, serves, enabled, delivery, hint = () => null, doubt = null }: ProbedBot<Reason>,
): Check {
  const adviceOn = (code: Reason) => [advice[code], hint(code) ?? ''].join(' ').trimEnd()
  if (fault !== null)
    return (enabled ? fail : warn)(name, `${address && `${address}: `}${adviceOn(fault)}`)
  if (!enabled) return passed(name, `${serves}, which is off.`)
  const { reason, isCatchingUp } = delivery
  if (reason !== null) return warn(name, `${serves}, but receives no messages. ${adviceOn(reason)}`)
  if (doubt !== null) return warn(name, `${serves}. ${doubt}`)
  const behind = 'It is still reading back what was written earlier.'
  return passed(
    name,
    `${serves} and receives messages.${isCatchingUp === undefined ? '' : ` ${behind}`}`,
  )
}

export async function checkTeamChat({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'team chat'
  const probed = await run(probeTeamChat, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, teamChat } = probed.value
  const { baseUrl, botUsername, enabled, delivery } = teamChat
  if (baseUrl === null) return passed(name, 'Not set: the team-chat bot is off.')
  const serves = `${baseUrl} serves @${botUsername}`
  return checkOf(name, teamChatAdvice, { fault, address: baseUrl, serves, enabled, delivery })
}

export async function checkWorkspaceChat({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'workspace chat'
  const probed = await run(probeWorkspaceChat, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, workspaceChat } = probed.value
  const { workspaceName, botUsername, hasToken, enabled, delivery, missingScopes } = workspaceChat
  if (!hasToken) return passed(name, 'Not set: the bot of the workspace chat is off.')
  const serves = `${workspaceName} serves @${botUsername}`
  const lacking =
    missingScopes.length === 0
      ? null
      : `The app lacks ${missingScopes.join(', ')}. Add what is missing under “OAuth & Permissions”, “Bot Token Scopes”, install the app again and enter its bot token.`
  const hasNoRequest = workspaceChat.transport === 'http' && workspaceChat.lastEventAt === null
  const silent =
    'No request of the platform has come yet. Write to the bot; if it does not answer at once, check under “Event Subscriptions” of the app that the address is verified.'
  return checkOf(name, workspaceChatAdvice, {
    fault,
    address: '',
    serves,
    enabled,
    delivery,
    hint: (code) => (code === 'scope_missing' ? lacking : null),
    doubt: hasNoRequest ? silent : lacking,
  })
}

export async function checkBotMessenger({ run }: Pick<Connection, 'run'>): Promise<Check> {
  const name = 'bot messenger'
  const probed = await run(probeBotMessenger, { actor: operator })
  if (!probed.ok) return fail(name, failureTextWithHint(probed.error))
  const { fault, botMessenger } = probed.value
  const { apiRoot, botUsername, hasToken, enabled, delivery } = botMessenger
  if (!hasToken) return passed(name, 'Not set: the bot of the bot messenger is off.')
  const serves = `${apiRoot} serves @${botUsername}`
  const refused = delivery.webhook?.error ?? null
  return checkOf(name, botMessengerAdvice, {
    fault,
    address: apiRoot,
    serves,
    enabled,
    delivery,
    hint: (code) => (code === 'webhook_failing' ? refused && webhookErrorAdvice[refused] : null),
  })
}
