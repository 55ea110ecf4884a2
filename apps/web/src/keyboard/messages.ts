import { areaMessages } from '../language/language.ts'
import type { Messages } from './messages.en.ts'

/** The words of the palette and of the list of keys. */
export const keyboardMessages = areaMessages<Messages>({
  en: () => import('./messages.en.ts'),
  de: () => import('./messages.de.ts'),
})
