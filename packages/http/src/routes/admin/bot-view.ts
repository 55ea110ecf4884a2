import { z } from '@hono/zod-openapi'
import type { BotDelivery } from '@ken/core'
import { dropReasons, type BotSettings } from '@ken/core/ports'

const deliverySchema = <Fault extends string>(faults: readonly Fault[]) =>
  z.object({
    state: z.enum(['listening', 'not_connected']),
    since: z.string().nullable().openapi({ format: 'date-time', description: 'Null if unknown.' }),
    reason: z.enum(faults).nullable().openapi({ description: 'Why it is not connected.' }),
    detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the reason and what to do.' }),
    catching_up: z.boolean().openapi({
      description:
        'Whether it listens and still reads back earlier messages, such as those written during an outage. They are answered later.',
    }),
    dropped: z.partialRecord(z.enum(dropReasons), z.int()).openapi({
      description:
        'The number of ignored events, by reason: not for the bot, or not certainly from a person.',
      example: { not_direct: 12, webhook: 1 },
    }),
  })

/** What the bot of every platform has on the wire. `faults` is the closed list of its platform, `delivery` the name of the schema. */
export const botFields = <Fault extends string>(delivery: string, faults: readonly Fault[]) => ({
  has_token: z
    .boolean()
    .openapi({ description: 'Whether a token is stored for that address. It is never shown.' }),
  bot_user_id: z.string().nullable(),
  bot_username: z.string().nullable(),
  enabled: z.boolean().openapi({
    description: 'Whether the bot is turned on. While it is off, it does not respond.',
  }),
  is_available: z
    .boolean()
    .openapi({ description: 'Whether the bot is on and completely configured.' }),
  last_test_ok: z.boolean().nullable(),
  last_test_at: z.string().nullable().openapi({ format: 'date-time' }),
  updated_at: z.string().openapi({
    format: 'date-time',
    description: 'When the settings were last changed.',
  }),
  delivery: deliverySchema(faults).openapi(delivery).openapi({
    description: 'Whether messages to the bot arrive. A test does not show this.',
  }),
})

type ShownBot<Fault> = Omit<BotSettings, 'botTokenEnc'> & {
  readonly hasToken: boolean
  readonly isAvailable: boolean
  readonly updatedAt: Date
  readonly delivery: BotDelivery<Fault>
}

/** The same fields of one bot; `advice` is what its platform says about each fault. */
export const botView = <Fault extends string>(
  shown: ShownBot<Fault>,
  advice: { readonly [Reason in Fault]: string },
) => ({
  has_token: shown.hasToken,
  bot_user_id: shown.botUserId,
  bot_username: shown.botUsername,
  enabled: shown.enabled,
  is_available: shown.isAvailable,
  last_test_ok: shown.lastTestOk,
  last_test_at: shown.lastTestAt?.toISOString() ?? null,
  updated_at: shown.updatedAt.toISOString(),
  delivery: deliveryView(shown.delivery, advice),
})

const deliveryView = <Fault extends string>(
  { state, since, reason, isCatchingUp, dropped }: BotDelivery<Fault>,
  advice: { readonly [Reason in Fault]: string },
) => ({
  state,
  since: since?.toISOString() ?? null,
  reason,
  detail: reason === null ? null : advice[reason],
  catching_up: isCatchingUp !== undefined,
  dropped: { ...dropped },
})
