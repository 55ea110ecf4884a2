import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useProfile } from '../session/use-profile.ts'
import { Search } from '../ui/icons.ts'
import { administration } from './administration.ts'
import { frameMessages } from './messages.ts'

type NavigationProps = { readonly onLeave: () => void }

/** The search for everyone, and for administrators what they may look after. */
export function Navigation({ onLeave }: NavigationProps): ReactNode {
  const messages = useMessages(frameMessages)
  return (
    <nav className="frame-groups" aria-label={messages.navigation}>
      <ul role="list">
        <li>
          <Link
            className="frame-link"
            to="/"
            activeOptions={{ exact: true, includeHash: false }}
            onClick={onLeave}
          >
            <Search aria-hidden />
            {messages.search}
          </Link>
        </li>
      </ul>
      <Administration onLeave={onLeave} />
    </nav>
  )
}

function Administration({ onLeave }: NavigationProps): ReactNode {
  const messages = useMessages(frameMessages)
  const id = useId()
  const may = useProfile().data?.may ?? []
  const groups = administration
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ capability }) => may.includes(capability)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return groups.map(({ name, entries }) => (
    <div key={name}>
      <p className="frame-group" id={`${id}-${name}`}>
        {messages.areaGroups[name]}
      </p>
      <ul role="list" aria-labelledby={`${id}-${name}`}>
        {entries.map(({ path, name: area, icon: Icon }) => (
          <li key={path}>
            <Link
              className="frame-link"
              to={path}
              activeOptions={{ includeSearch: false }}
              onClick={onLeave}
            >
              <Icon aria-hidden />
              {messages.areas[area]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}
