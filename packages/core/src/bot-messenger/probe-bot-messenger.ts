import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { testBot } from '../chat/settings/probing.ts'
import type { BotProbesExhausted } from '../model/chat/bot-errors.ts'
import type { MessengerProbeFault } from '../model/bot-messenger/bot-messenger-errors.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { botMessengerSetup } from './bot-messenger-setup.ts'
import { botMessengerStatus, type BotMessengerStatus } from './bot-messenger-status.ts'

export type ProbeBotMessenger = { readonly actor: Actor }
/** `fault` is null when the platform serves the bot. */
export type ProbedBotMessenger = {
  readonly fault: MessengerProbeFault | null
  readonly botMessenger: BotMessengerStatus
}

/**
 * Asks the platform for the bot of the token, and stores the result. For Owner, Admin and operator. It verifies address and
 * token only, and turns nothing on or off.
 */
export async function probeBotMessenger(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor }: ProbeBotMessenger,
): Promise<Result<ProbedBotMessenger, Forbidden | BotProbesExhausted<'bot_messenger'>>> {
  const tested = await testBot(ports, botMessengerSetup, actor)
  if (!tested.ok) return tested
  const { fault, settings } = tested.value
  return ok({ fault, botMessenger: await botMessengerStatus(ports, settings) })
}
