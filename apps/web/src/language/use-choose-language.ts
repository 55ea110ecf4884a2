import { useState } from 'react'
import { loadCode } from '../lazy-screen.ts'
import { chooseLanguage, type Language } from './language.ts'

/**
 * Changes the language. If its words cannot be loaded, the screen throws as if its own code were missing; one that
 * has thrown already does not throw again, because the choice is stored and the next page has it.
 */
export function useChooseLanguage(hasThrown = false): (language: Language) => void {
  const [failure, setFailure] = useState<Error | null>(null)
  if (failure !== null && !hasThrown) throw failure
  return (language) => {
    loadCode(() => chooseLanguage(language)).catch(setFailure)
  }
}
