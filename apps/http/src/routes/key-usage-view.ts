import { z } from '@hono/zod-openapi'
import { totalUsage, usageDaysDefault, usageDaysMax, type KeyUsageReport, type UsageCounts } from '@ken/core'
import { wholeParameter } from './page.ts'

const counts = {
  total: z.int(),
  ok: z.int().openapi({ description: 'Answered.' }),
  rate_limited: z.int().openapi({ description: 'Refused because the allowance was used up.' }),
  denied: z.int().openapi({ description: 'Refused because the key, or the person it speaks for, may not.' }),
  failed: z.int().openapi({ description: 'The request was at fault, or Ken was.' }),
}

/** What the calls with a key came to: counts and times, never what was asked (R10). */
export const keyUsageSchema = z
  .object({
    last_used_at: z.string().nullable().openapi({ format: 'date-time' }),
    since: z.string().openapi({ format: 'date-time', description: 'The counts are of the calls since then.' }),
    ...counts,
    hours: z
      .array(z.object({ hour: z.string().openapi({ format: 'date-time' }), ...counts }))
      .openapi({ description: 'The hours in which there were calls, newest first.' }),
  })
  .openapi('KeyUsage')

const countsView = (usage: UsageCounts) => ({
  total: totalUsage(usage),
  ok: usage.ok,
  rate_limited: usage.rateLimited,
  denied: usage.denied,
  failed: usage.failed,
})

export const keyUsageView = ({ lastUsedAt, since, totals, hours }: KeyUsageReport): z.infer<typeof keyUsageSchema> => ({
  last_used_at: lastUsedAt?.toISOString() ?? null,
  since: since.toISOString(),
  ...countsView(totals),
  hours: hours.map(({ hour, ...usage }) => ({ hour: hour.toISOString(), ...countsView(usage) })),
})

/** How far back to look. */
export const keyUsageQuery = z.strictObject({
  days: wholeParameter(1, usageDaysMax)
    .prefault(String(usageDaysDefault))
    .openapi({ type: 'integer', minimum: 1, maximum: usageDaysMax, default: usageDaysDefault, description: 'How far back.' }),
})
