import { areaMessages } from '../language/language.ts'
import type { Messages } from './messages.en.ts'

/** The words for passwords, codes and recovery codes, at the sign-in and in the own account. */
export const credentialMessages = areaMessages<Messages>({
  en: () => import('./messages.en.ts'),
  de: () => import('./messages.de.ts'),
})
