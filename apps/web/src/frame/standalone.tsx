import type { ReactNode } from 'react'
import { chooseLanguage, languageNames, languages } from '../language/language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { frameMessages } from './messages.ts'
import './standalone.css'

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
              {languageNames[language]}
            </button>
          ))}
        </div>
      </footer>
    </div>
  )
}
