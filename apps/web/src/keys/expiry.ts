import type { Language } from '../language/language.ts'
import { dateInWords, daysBetween } from '../language/words.ts'
import type { Messages } from './messages.en.ts'
import type { Key } from './use-keys.ts'

const soonDays = 7

/** Days of the calendar until the key ends, if it still works and that is soon; null otherwise. */
export function daysLeft(
  { expires_at: end, status }: Pick<Key, 'expires_at' | 'status'>,
  now = new Date(),
): number | null {
  if (end === null || status !== 'active') return null
  const days = daysBetween(now, new Date(end))
  return days <= soonDays ? Math.max(0, days) : null
}

/** The end of a key: a date, or "in 6 days" if it is soon. */
export function expiryInWords(key: Key, messages: Messages, language: Language): string {
  if (key.expires_at === null) return messages.never
  const days = daysLeft(key)
  return days === null
    ? dateInWords(new Date(key.expires_at), language)
    : messages.expiresSoon(days)
}
