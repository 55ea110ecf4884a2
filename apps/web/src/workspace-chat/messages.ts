import { areaMessages } from '../language/language.ts'
import type { Messages } from './messages.en.ts'

export const workspaceChatMessages = areaMessages<Messages>({
  en: () => import('./messages.en.ts'),
  de: () => import('./messages.de.ts'),
})
