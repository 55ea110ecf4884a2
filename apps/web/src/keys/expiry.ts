import type { Language } from '../language/language.ts'
import { dateInWords } from '../language/words.ts'
import type { Messages } from './messages.en.ts'
import type { Key } from './use-keys.ts'

const dayMs = 86_400_000
const soonDays = 7

/** Days of the calendar until the key ends, if it still works and that is soon; null otherwise. */
export function daysLeft(
  { expires_at: end, status }: Pick<Key, 'expires_at' | 'status'>,
  now = new Date(),
): number | null {
  if (end === null || status !== 'active') return null
  // A day with a change of the clock is not as long as the others.
  const days = Math.round((startOfDay(new Date(end)) - startOfDay(now)) / dayMs)
  return days <= soonDays ? Math.max(0, days) : null
}

const startOfDay = (date: Date): number => new Date(date).setHours(0, 0, 0, 0)

/** The end of a key: a date, or "in 6 days" if it is soon. */
export function expiryInWords(key: Key, messages: Messages, language: Language): string {
  if (key.expires_at === null) return messages.never
  const days = daysLeft(key)
  return days === null
    ? dateInWords(new Date(key.expires_at), language)
    : messages.expiresSoon(days)
}
