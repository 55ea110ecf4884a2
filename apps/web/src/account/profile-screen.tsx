import type { ReactNode } from 'react'
import { chooseLanguage, languageNames, languages } from '../language/language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords, numberInWords } from '../language/words.ts'
import { ShortcutTable } from '../keyboard/shortcut-table.tsx'
import { useSingleKeys } from '../keyboard/single-keys.ts'
import { Choice } from '../ui/choice.tsx'
import { Facts as FactList } from '../ui/facts.tsx'
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
        <SingleKeys />
      </section>
    </AccountPage>
  )
}

function SingleKeys(): ReactNode {
  const messages = useMessages(accountMessages)
  const [isOn, choose] = useSingleKeys()
  return (
    <>
      <Choice
        label={messages.singleKeys}
        name="single-keys"
        options={(['on', 'off'] as const).map((value) => ({
          value,
          text: messages.singleKeyChoices[value],
        }))}
        chosen={isOn ? 'on' : 'off'}
        onChoose={(chosen) => choose(chosen === 'on')}
      />
      <details>
        <summary className="profile-shortcuts">{messages.allShortcuts}</summary>
        <ShortcutTable />
      </details>
    </>
  )
}

function Facts(): ReactNode {
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const language = useLanguage()
  const { data, error, refetch } = useProfile()
  if (data === undefined && error !== null)
    return <Problem error={error} onTryAgain={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} label={ui.loading} />
  const { enabled, recovery_codes_left: left } = data.mfa
  return (
    <FactList
      facts={[
        { term: messages.name, value: <OwnName name={data.name} /> },
        { term: messages.email, value: data.email, hint: messages.emailHint },
        { term: messages.role, value: messages.roles[data.role] },
        { term: messages.groups, value: data.groups.join(', ') || messages.noGroups },
        {
          term: messages.factor,
          value: enabled ? messages.factorOn(numberInWords(left, language)) : messages.factorOff,
        },
        { term: messages.since, value: dateInWords(new Date(data.created_at), language) },
      ]}
    />
  )
}
