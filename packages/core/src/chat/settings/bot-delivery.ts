import type { DropCounts } from '../../model/chat/chat-message.ts'
import { ok } from '../../model/result.ts'
import type { Ports, Transacts, WebhookReport } from '../../ports/index.ts'

/** Whether messages to a bot arrive, as its listener reports. */
export type BotDelivery<Fault> = {
  readonly state: 'listening' | 'not_connected'
  /** Null while unknown. */
  readonly since: Date | null
  /** Null while it listens. */
  readonly reason: Fault | null
  /** How many events were dropped, by reason. */
  readonly dropped: DropCounts
  /** What its platform says about posting to Ken; absent if it does not post, or said nothing yet. */
  readonly webhook?: WebhookReport
  /** Only while it listens and still reads back what was written earlier. */
  readonly isCatchingUp?: true
}

/** The bot, null while unknown, and whether it is on. */
type Bot = { readonly botId: string | null; readonly isAvailable: boolean }

/** Why messages to the bot of any platform may not arrive. `no_listener`: no report for 90 seconds. */
export const botDeliveryFaults = ['off', 'no_listener', 'starting', 'token_unreadable'] as const

/** What each of these reasons means and what to do about it. */
export const botDeliveryAdvice: {
  readonly [Reason in (typeof botDeliveryFaults)[number]]: string
} = {
  token_unreadable:
    'The token was encrypted with a secret that is no longer in KEN_SECRETS. Check whether an entry is missing and restore it, or enter the token again.',
  off: 'The bot is off. Turn it on so that people can use it.',
  no_listener:
    'No listener is running. One starts within 30 seconds after the bot is turned on; if not, check that `ken scheduler` or `ken start` runs.',
  starting: 'The listener is connecting. Check again in a minute.',
}

/** Why messages to any bot may not arrive, found without a report. */
type CommonFault = 'off' | 'no_listener'

/** Whether messages to a bot arrive. `faults` is the closed list of its platform. */
export async function deliveryTo<Fault extends string>(
  { chatHealth, transact }: Pick<Ports, 'chatHealth'> & Transacts<'chatMarks'>,
  faults: readonly Fault[],
  { botId, isAvailable }: Bot,
): Promise<BotDelivery<Fault | CommonFault>> {
  const unknown = { state: 'not_connected', since: null, dropped: {} } as const
  if (botId === null) return { ...unknown, reason: 'off' }
  const { value: dropped } = await transact(async ({ chatMarks }) =>
    ok(await chatMarks.findDropped(botId)),
  )
  if (!isAvailable) return { ...unknown, reason: 'off', dropped }
  const report = await chatHealth.read(botId)
  if (report === null) return { ...unknown, reason: 'no_listener', dropped }
  if (report.state === 'listening') return { ...report, reason: null, dropped }
  // A listener reports faults of its own platform only.
  const reason = faults.find((fault) => fault === report.reason) ?? 'no_listener'
  return { ...report, reason, dropped }
}
