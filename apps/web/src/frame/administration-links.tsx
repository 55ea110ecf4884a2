import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { administrationMessages } from './administration-messages.ts'
import { administration } from './administration.ts'

type AdministrationLinksProps = {
  readonly may: readonly string[]
  readonly onLeave: () => void
}

/** The screens that an administrator may open. */
export function AdministrationLinks({ may, onLeave }: AdministrationLinksProps): ReactNode {
  const messages = useMessages(administrationMessages)
  const id = useId()
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
