import { useState } from 'react'
import type { Bot } from './bot.ts'

/** Whether the connection was saved, which turns the bot off. No longer of interest once the bot was turned on. */
export function useSaved({ enabled }: Bot): readonly [boolean, (isSaved: boolean) => void] {
  const [isSaved, setSaved] = useState(false)
  const [wasOn, setWasOn] = useState(enabled)
  if (enabled !== wasOn) {
    setWasOn(enabled)
    if (enabled) setSaved(false)
  }
  return [isSaved && !enabled, setSaved]
}
