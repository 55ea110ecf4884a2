import type { Language } from './language.ts'

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

const relativeSecondsMax = 7 * 86_400

/** How long ago, such as "3 days ago"; after a week the date. */
export function ageInWords(then: Date, now: Date, language: Language): string {
  const seconds = (now.getTime() - then.getTime()) / 1000
  if (seconds >= relativeSecondsMax || seconds < 0) return dateInWords(then, language)
  const { unit, seconds: size } = units.find(({ seconds: least }) => seconds >= least) ?? {
    unit: 'second',
    seconds: Infinity,
  }
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    -Math.floor(seconds / size),
    unit,
  )
}

/** Such as "1 March 2026". */
export const dateInWords = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(date)

/** Date and time with the zone, such as "1 March 2026 at 14:32:10 CET". */
export const momentInWords = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'long' }).format(date)

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
  new Intl.NumberFormat(localeOf(language)).format(value)

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

/** Plain English of the console writes days before months. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : 'de-DE')
