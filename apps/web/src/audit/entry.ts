import type { Contract } from '../contract/contract.ts'

export type Entry = Contract['AuditEntry']
export type Action = Entry['action']
/** The part of an action before the dot. */
export type Area = Action extends `${infer Name}.${string}` ? Name : never

export const auditPath = '/api/v1/admin/audit'
export const area = 'audit'

/** The filters as the server wants them: days of the reader become moments. */
export function wireFilters({
  from,
  until,
  ...filters
}: {
  readonly [name: string]: string
}): Readonly<Record<string, string>> {
  const [start, end] = [momentOf(from, 0), momentOf(until, 1)]
  return {
    ...filters,
    ...(start !== null && { from: start }),
    ...(end !== null && { until: end }),
  }
}

/** The beginning of a day in the reader's time zone, or of a later one; null for no day. */
function momentOf(day: string | undefined, daysAfter: number): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/
    .exec(day ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, date = 1] = parts
  return new Date(year, month - 1, date + daysAfter).toISOString()
}
