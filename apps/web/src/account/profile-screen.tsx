import type { Profile } from '@ken/client'
import type { ReactNode } from 'react'
import { languageNames, languages } from '../language/language.ts'
import { useChooseLanguage } from '../language/use-choose-language.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { dateInWords, numberInWords } from '../language/words.ts'
import { ShortcutTable } from '../keyboard/shortcut-table.tsx'
import { useSingleKeys } from '../keyboard/single-keys.ts'
import { Choice } from '../ui/fields/choice.tsx'
import { Facts as FactList } from '../ui/display/facts.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { themes, useTheme } from '../ui/page/use-theme.ts'
import { AccountPage } from './account-page.tsx'
import { accountMessages } from './messages.ts'
import { OwnGroups } from './own-groups.tsx'
import { OwnName } from './own-name.tsx'
import { useProfile } from '../session/use-profile.ts'
import './profile-screen.css'

/** Takes the room of a value that is being read. */
const unknown = '\u00a0'

/** Who the person is in Ken, and how Ken looks in this browser. */
export function ProfileScreen(): ReactNode {
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  const [theme, chooseTheme] = useTheme()
  const chooseLanguage = useChooseLanguage()
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
          onChoose={chooseLanguage}
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

/** What is known about the account, in this order. */
const facts = ['name', 'email', 'role', 'groups', 'factor', 'since'] as const

function Facts(): ReactNode {
  const messages = useMessages(accountMessages)
  const { data, error, refetch } = useProfile()
  const values = useFactsOf(data)
  if (data === undefined && error !== null)
    return <Problem error={error} onTryAgain={() => void refetch()} />
  // The terms are there at once, so that nothing moves when the values come.
  return (
    <div aria-busy={data === undefined}>
      <FactList
        facts={facts.map((fact) => ({
          term: messages[fact],
          value: values?.[fact] ?? unknown,
          ...(fact === 'email' && { hint: data ? messages.emailHints[data.role] : unknown }),
        }))}
      />
    </div>
  )
}

function useFactsOf(
  profile: Profile | undefined,
): Readonly<Record<(typeof facts)[number], ReactNode>> | null {
  const messages = useMessages(accountMessages)
  const language = useLanguage()
  if (profile === undefined) return null
  const { name, email, role, groups, mfa, created_at: createdAt } = profile
  const left = mfa.recovery_codes_left
  return {
    name: <OwnName name={name} />,
    email,
    role: messages.roles[role],
    groups: <OwnGroups groups={groups} />,
    factor: mfa.enabled
      ? messages.factorOn(left, numberInWords(left, language))
      : messages.factorOff,
    since: dateInWords(new Date(createdAt), language),
  }
}
