import type { Language } from './language.ts'

const daySeconds = 86_400
const units = [
  { unit: 'day', seconds: daySeconds },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** A format costs more to create than to use a hundred times, so each language keeps its own. */
function kept<Format>(create: (language: Language) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>()
  return (language) => {
    const format = formats.get(language) ?? create(language)
    formats.set(language, format)
    return format
  }
}

/** Plain English of the console writes days before months. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : 'de-DE')

const relativeTime = kept((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const longDate = kept(
  (language) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }),
)
const longMoment = kept(
  (language) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'long' }),
)
const plainNumber = kept((language) => new Intl.NumberFormat(localeOf(language)))

const relativeSecondsMax = 7 * daySeconds
const clockSecondsMax = 60

const startOfDay = (date: Date): number => new Date(date).setHours(0, 0, 0, 0)

/** Days of the calendar between two moments. A day with a change of the clock is not as long as the others. */
export const daysBetween = (first: Date, last: Date): number =>
  Math.round((startOfDay(last) - startOfDay(first)) / (daySeconds * 1000))

/**
 * How long ago, such as "3 days ago"; after a week the date. From 24 hours on, days of the calendar count, because their
 * names are "yesterday" and in German "vorgestern". The clock of this machine may be a little behind.
 */
export function ageInWords(then: Date, now: Date, language: Language): string {
  const seconds = (now.getTime() - then.getTime()) / 1000
  if (seconds >= relativeSecondsMax || seconds <= -clockSecondsMax)
    return dateInWords(then, language)
  const { unit, seconds: size } = units.find(({ seconds: least }) => seconds >= least) ?? {
    unit: 'second',
    seconds: Infinity,
  }
  const count = unit === 'day' ? daysBetween(then, now) : Math.floor(seconds / size)
  return relativeTime(language).format(-count, unit)
}

/** Such as "1 March 2026". */
export const dateInWords = (date: Date, language: Language): string =>
  longDate(language).format(date)

/** Date and time with the zone, such as "1 March 2026 at 14:32:10 CET". */
export const momentInWords = (date: Date, language: Language): string =>
  longMoment(language).format(date)

/** Such as "Owners, Admins and Members". */
export const listInWords = (texts: readonly string[], language: Language): string =>
  new Intl.ListFormat(localeOf(language)).format(texts)

/** The time of today, such as "14:32:10". */
export const clockInWords = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'medium' }).format(date)

/** Such as "1 Mar". */
export const dayInWords = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short' }).format(date)

/** Such as "1 Mar, 14:00". */
export const hourInWords = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(date)

export const numberInWords = (value: number, language: Language): string =>
  plainNumber(language).format(value)

/** How long something takes, to the minute, such as "1 hour 18 minutes". */
export function durationInWords(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return [
    { unit: 'hour', value: Math.floor(minutes / 60) },
    { unit: 'minute', value: minutes % 60 },
  ]
    .filter(({ value }) => value > 0)
    .map(({ unit, value }) =>
      new Intl.NumberFormat(localeOf(language), {
        style: 'unit',
        unit,
        unitDisplay: 'long',
      }).format(value),
    )
    .join(' ')
}
