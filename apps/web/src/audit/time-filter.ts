/** The spans of time that are one choice; `dates` is from one day until another. */
export const spans = ['today', '7', '30', 'dates'] as const
export type Span = (typeof spans)[number]

/**
 * The filters as the server wants them: a span, or the days of the reader, become moments. `now` says
 * which day is today.
 */
export function wireFilters(
  { time, from, until, ...filters }: { readonly [name: string]: string },
  now: Date,
): Readonly<Record<string, string>> {
  const isDates = time === 'dates'
  const start = isDates ? momentOf(from, 0) : startOf(time, now)
  const end = isDates ? momentOf(until, 1) : null
  return {
    ...filters,
    ...(start !== null && { from: start }),
    ...(end !== null && { until: end }),
  }
}

/** Whether the last day is before the first, so that no entry can match. */
export const endsBeforeStart = ({ from, until }: Readonly<Record<string, string>>): boolean =>
  from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)

/** The beginning of the first of the last days, of which today is one. */
function startOf(span: string | undefined, now: Date): string | null {
  if (span === undefined) return null
  const days = span === 'today' ? 1 : Number(span)
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString()
}

/** The beginning of a day in the reader's time zone, or of a later one; null for no day, also while its year is typed. */
function momentOf(day: string | undefined, daysAfter: number): string | null {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/
    .exec(day ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, date = 1] = parts
  return new Date(year, month - 1, date + daysAfter).toISOString()
}
