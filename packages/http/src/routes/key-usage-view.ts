import { z } from '@hono/zod-openapi'
import {
  totalUsage,
  usageDaysDefault,
  usageDaysMax,
  type KeyUsageReport,
  type UsageCounts,
} from '@ken/core'
import { wholeParameter } from '../routing/list-page.ts'

const counts = {
  total: z.int(),
  ok: z.int().openapi({ description: 'Succeeded.' }),
  rate_limited: z.int().openapi({ description: 'Refused by a rate limit.' }),
  denied: z
    .int()
    .openapi({ description: 'Refused because the key or its person lacks permission.' }),
  failed: z.int().openapi({ description: 'Failed because of the request or of Ken.' }),
}

/** The usage of a key: counts and times, never the content of requests. */
export const keyUsageSchema = z
  .object({
    last_used_at: z.string().nullable().openapi({ format: 'date-time' }),
    since: z
      .string()
      .openapi({ format: 'date-time', description: 'The counts cover the calls since then.' }),
    ...counts,
    hours: z
      .array(z.object({ hour: z.string().openapi({ format: 'date-time' }), ...counts }))
      .openapi({ description: 'The hours with calls, newest first.' }),
  })
  .openapi('KeyUsage')

const countsView = (usage: UsageCounts) => ({
  total: totalUsage(usage),
  ok: usage.ok,
  rate_limited: usage.rateLimited,
  denied: usage.denied,
  failed: usage.failed,
})

export const keyUsageView = ({
  lastUsedAt,
  since,
  totals,
  hours,
}: KeyUsageReport): z.infer<typeof keyUsageSchema> => ({
  last_used_at: lastUsedAt?.toISOString() ?? null,
  since: since.toISOString(),
  ...countsView(totals),
  hours: hours.map(({ hour, ...usage }) => ({ hour: hour.toISOString(), ...countsView(usage) })),
})

/** The period of the counts. */
export const keyUsageQuery = z.strictObject({
  days: wholeParameter(1, usageDaysMax).prefault(String(usageDaysDefault)).openapi({
    type: 'integer',
    minimum: 1,
    maximum: usageDaysMax,
    default: usageDaysDefault,
    description: 'The number of days to include.',
  }),
})
