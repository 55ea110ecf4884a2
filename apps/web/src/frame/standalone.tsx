import type { ReactNode } from 'react'
import { languageNames, languages } from '../language/language.ts'
import { useChooseLanguage } from '../language/use-choose-language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { frameMessages } from './messages.ts'
import './standalone.css'

type StandaloneProps = {
  /** It stands in place of a screen that threw. */
  readonly hasThrown?: boolean
  readonly children: ReactNode
}

/** A screen of one card, for those who are not signed in. */
export function Standalone({ hasThrown, children }: StandaloneProps): ReactNode {
  const messages = useMessages(frameMessages)
  const chosen = useLanguage()
  const chooseLanguage = useChooseLanguage(hasThrown)
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
              onClick={() => chooseLanguage(language)}
            >
              {languageNames[language]}
            </button>
          ))}
        </div>
      </footer>
    </div>
  )
}
