import { areaMessages } from '../../language/language.ts'
import type { Refusal } from './refusal.ts'

/** The server's own words; those about a field name it for programs. */
const inEnglish: Refusal = (code, detail) =>
  code === 'INVALID_REQUEST' ? 'Some of your input is not valid. Check it and try again.' : detail

/** Loaded with every screen: in the shell they would be too large. */
export const refusalWords = areaMessages<Refusal>({
  en: async () => ({ messages: inEnglish }),
  de: () => import('./german-problems.ts'),
})
