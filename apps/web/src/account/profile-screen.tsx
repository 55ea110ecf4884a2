import type { ReactNode } from 'react'
import { chooseLanguage, languageNames, languages } from '../language/language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords, numberInWords } from '../language/words.ts'
import { Choice } from '../ui/choice.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { uiMessages } from '../ui/messages.ts'
import { themes, useTheme } from '../ui/use-theme.ts'
import { AccountPage } from './account-page.tsx'
import { accountMessages } from './messages.ts'
import { OwnName } from './own-name.tsx'
import { useProfile } from '../session/use-profile.ts'
import './profile-screen.css'

/** Who the person is in Ken, and how Ken looks in this browser. */
export function ProfileScreen(): ReactNode {
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const [theme, chooseTheme] = useTheme()
  return (
    <AccountPage title={messages.profile} lead={messages.profileLead}>
      <Facts />
      <section className="profile-choices" aria-labelledby="this-browser">
        <h2 id="this-browser" className="profile-heading">
          {messages.thisBrowser}
        </h2>
        <Choice
          label={messages.theme}
          name="theme"
          options={themes.map((value) => ({ value, text: messages.themes[value] }))}
          chosen={theme}
          onChoose={chooseTheme}
        />
        <Choice
          label={messages.language}
          name="language"
          options={languages.map((value) => ({ value, text: languageNames[value] }))}
          chosen={language}
          onChoose={(chosen) => void chooseLanguage(chosen)}
        />
      </section>
    </AccountPage>
  )
}

function Facts(): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const language = useLanguage()
  const { data, error, refetch } = useProfile()
  if (error !== null) return <Problem error={error} onTryAgain={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} label={ui.loading} />
  const facts = [
    [messages.name, <OwnName key="name" name={data.name} />],
    [messages.email, data.email, messages.emailHint],
    [messages.role, messages.roles[data.role]],
    [messages.groups, data.groups.length === 0 ? messages.noGroups : data.groups.join(', ')],
    [
      messages.factor,
      data.mfa.enabled
        ? messages.factorOn(numberInWords(data.mfa.recovery_codes_left, language))
        : messages.factorOff,
    ],
    [messages.since, dateInWords(new Date(data.created_at), language)],
  ] as const
  return (
    <dl className="profile-facts">
      {facts.map(([term, value, hint]) => (
        <div key={term} className="profile-fact">
          <dt className="profile-term">{term}</dt>
          <dd>
            {value}
            {hint !== undefined && <span className="profile-hint">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
