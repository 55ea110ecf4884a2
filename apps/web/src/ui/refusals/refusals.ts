import { areaMessages } from '../../language/language.ts'
import type { Refusal } from './refusal.ts'

const inEnglish: Refusal = (_code, detail) => detail

/** Loaded with every screen: in the shell they would be too large. */
export const refusalWords = areaMessages<Refusal>({
  en: async () => ({ messages: inEnglish }),
  de: () => import('./german-problems.ts'),
})
