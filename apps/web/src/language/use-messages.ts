import { useSyncExternalStore } from 'react'
import {
  currentLanguage,
  subscribeToLanguage,
  type AreaMessages,
  type Language,
} from './language.ts'

/** The messages of an area, which must be loaded. Draws again when the language changes. */
export const useMessages = <Messages>(area: AreaMessages<Messages>): Messages =>
  useSyncExternalStore(subscribeToLanguage, area.current)

export const useLanguage = (): Language =>
  useSyncExternalStore(subscribeToLanguage, currentLanguage)
