import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { loadCode } from '../lazy-screen.ts'
import { useProfile } from '../session/use-profile.ts'
import { Search } from '../ui/buttons/icons.ts'
import { navigationMessages } from './navigation-messages.ts'

const AdministrationLinks = lazy(async () => ({
  default: (await loadCode(() => import('./administration-links.tsx'))).AdministrationLinks,
}))

type NavigationProps = { readonly onLeave: () => void }

/** The search for everyone, and for administrators what they may look after. */
export function Navigation({ onLeave }: NavigationProps): ReactNode {
  const messages = useMessages(navigationMessages)
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

/** Loaded for administrators only. */
function Administration({ onLeave }: NavigationProps): ReactNode {
  const may = useProfile().data?.may ?? []
  if (may.length === 0) return null
  return (
    <Suspense>
      <AdministrationLinks may={may} onLeave={onLeave} />
    </Suspense>
  )
}
