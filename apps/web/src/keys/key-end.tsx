import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { Badge } from '../ui/display/badge.tsx'
import { daysLeft, expiryInWords } from './expiry.ts'
import { keyMessages } from './messages.ts'
import type { Key } from './use-keys.ts'

/** When a key ends; marked if that is soon. */
export function KeyEnd({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const words = expiryInWords(apiKey, useMessages(keyMessages), useLanguage())
  return daysLeft(apiKey) === null ? words : <Badge kind="caution">{words}</Badge>
}
