import type { Actor } from '../model/actor.ts'
import type { BotIdentity, GuessBucket, GuessRule, Ports, TeamChatFault } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { ProbeFault, ProbesExhausted } from '../model/team-chat/team-chat-errors.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { tokenOf } from '../credentials/bot-token.ts'

/** Servers that did not serve the bot, by who had them asked. */
export const probeRule: GuessRule = {
  failuresMax: 60,
  windowSeconds: 600,
  firstDelaySeconds: 600,
  consecutiveMax: Number.MAX_SAFE_INTEGER,
}

/** Faults that are found without a connection: they tell nothing of the network. */
const ownFaults: readonly TeamChatFault[] = ['address_invalid', 'address_forbidden']

/** What came of asking a server; `wasAsked` is false when there was nothing to ask with. */
export type Probed = { readonly verdict: Result<BotIdentity, ProbeFault>; readonly wasAsked: boolean }

/**
 * Asks the server of the settings whether it serves the bot of the settings, on or off. Whoever has more than sixty
 * servers asked in ten minutes that do not must wait.
 */
export async function probeWith(
  ports: Pick<Ports, 'cipher' | 'guessBudgets' | 'log' | 'teamChatProbe'>,
  actor: Actor,
  settings: TeamChatSettings,
): Promise<Result<Probed, ProbesExhausted>> {
  const { baseUrl, botTokenEnc } = settings
  if (baseUrl === null) return ok({ verdict: err('address_missing'), wasAsked: false })
  if (botTokenEnc === null) return ok({ verdict: err('token_missing'), wasAsked: false })
  const token = tokenOf(ports, settings)
  if (token === null) return ok({ verdict: err('token_unreadable'), wasAsked: false })

  const bucket: GuessBucket = `team_chat_probe:${actor.kind === 'person' ? actor.userId : actor.kind}`
  const taken = await ports.guessBudgets.take(bucket, probeRule)
  if (!taken.allowed)
    return err({ code: 'team_chat.probes_exhausted', retryAfterSeconds: taken.retryAfterSeconds ?? probeRule.windowSeconds })
  const verdict = await ports.teamChatProbe.probe({ baseUrl, token })
  if (verdict.ok || ownFaults.includes(verdict.error)) await ports.guessBudgets.forgive(bucket)
  return ok({ verdict, wasAsked: true })
}
