import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { peopleMessages } from './messages.ts'
import { useSummary, type Summary } from './people.ts'
import './people-summary.css'

/** Takes the room of the numbers until they are there, so that the list stays where it is. */
const guess: Summary = {
  total: 100,
  capped: false,
  by_role: { Owner: 10, Admin: 10, Member: 10 },
  by_status: { active: 10, deactivated: 10 },
  without_mfa_by_role: { Owner: 10, Admin: 10, Member: 10 },
}

/** How many people there are. Each number leads to them. */
export function PeopleSummary(): ReactNode {
  const messages = useMessages(peopleMessages)
  const language = useLanguage()
  const known = useSummary().data
  const data = known ?? guess
  const written = (count: number) => {
    const text = numberInWords(count, language)
    return data.capped ? messages.atLeast(text) : text
  }
  const { Owner, Admin } = data.by_role
  const deactivated = data.by_status.deactivated
  const missing = Object.values(data.without_mfa_by_role).reduce((sum, one) => sum + one, 0)
  const parts = [
    { count: data.total, text: messages.total(data.total, written(data.total)), search: {} },
    { count: Owner, text: messages.ofRole.Owner(Owner, written(Owner)), search: { role: 'Owner' } },
    { count: Admin, text: messages.ofRole.Admin(Admin, written(Admin)), search: { role: 'Admin' } },
    {
      count: deactivated,
      text: messages.deactivatedCount(written(deactivated)),
      search: { status: 'deactivated' },
    },
    {
      count: missing,
      text: messages.withoutFactorCount(written(missing)),
      search: { mfa: 'missing', status: 'active' },
    },
  ]
  return (
    <ul
      role="list"
      className="people-summary"
      aria-label={messages.summary}
      data-unknown={known === undefined || undefined}
    >
      {parts
        .filter(({ count }) => count > 0)
        .map(({ text, search }) => (
          <li key={text}>
            <Link to="/admin/people" search={search} resetScroll={false}>
              {text}
            </Link>
          </li>
        ))}
    </ul>
  )
}
