import type { ReactNode } from 'react'
import { chooseLanguage, languages, type Language } from '../language/language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { frameMessages } from './messages.ts'
import './standalone.css'

const names: { readonly [Name in Language]: string } = { en: 'English', de: 'Deutsch' }

/** A screen of one card, for those who are not signed in. */
export function Standalone({ children }: { readonly children: ReactNode }): ReactNode {
  const messages = useMessages(frameMessages)
  const chosen = useLanguage()
  return (
    <div className="standalone">
      <header className="wordmark shell-wordmark">Ken</header>
      <main className="standalone-main">{children}</main>
      <footer>
        <div className="standalone-languages" role="group" aria-label={messages.language}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              lang={language}
              className="standalone-language"
              aria-pressed={language === chosen}
              onClick={() => void chooseLanguage(language)}
            >
              {names[language]}
            </button>
          ))}
        </div>
      </footer>
    </div>
  )
}
