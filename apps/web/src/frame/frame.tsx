import type { User } from '@ken/client'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { loadCode } from '../lazy-screen.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { LogOut, Menu } from '../ui/buttons/icons.ts'
import { Toasts } from '../ui/page/toasts.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { navigationMessages } from './navigation-messages.ts'
import { Navigation } from './navigation.tsx'
import { useMayLeave } from './use-may-leave.ts'
import './frame.css'

const Watch = lazy(async () => ({ default: (await loadCode(() => import('./watch.tsx'))).Watch }))

export type FrameProps = { readonly user: User; readonly children: ReactNode }

/** Navigation at the left, the screen at the right. */
export function Frame({ user, children }: FrameProps): ReactNode {
  const messages = useMessages(navigationMessages)
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  // Closing hides the link that has the focus, and the screen may stay the same.
  const close = () => {
    if (!isOpen) return
    setOpen(false)
    menu.current?.focus()
  }
  return (
    <div className="frame">
      <a className="skip-link" href="#content" onClick={skipToContent}>
        {messages.skip}
      </a>
      <header
        className="frame-side"
        data-open={isOpen || undefined}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <div className="frame-top">
          <span className="wordmark">Ken</span>
          <button
            ref={menu}
            type="button"
            className="frame-menu"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            <Menu aria-hidden />
            {messages.menu}
          </button>
        </div>
        <div className="frame-navigation" id="navigation">
          <Navigation onLeave={close} />
          <Person user={user} onLeave={close} />
        </div>
      </header>
      <main className="frame-main" id="content" tabIndex={-1}>
        {/* Not loaded later: a form may be typed into at once. */}
        <LeaveGuard />
        <Suspense>
          <Watch />
        </Suspense>
        <Toasts>
          <div className="frame-screen">{children}</div>
        </Toasts>
      </main>
    </div>
  )
}

/** The fragment belongs to the search, so the link only moves the focus. */
function skipToContent(event: { readonly preventDefault: () => void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

type PersonProps = { readonly user: User; readonly onLeave: () => void }

function Person({ user, onLeave }: PersonProps): ReactNode {
  const messages = useMessages(navigationMessages)
  const { signOut } = useSession()
  const mayLeave = useMayLeave()
  return (
    <div className="frame-person">
      <Link
        className="frame-link frame-name"
        to="/me"
        activeOptions={{ includeHash: false }}
        onClick={onLeave}
      >
        {user.name}
        <span className="frame-role">
          {messages.roles[user.role]} · {messages.account}
        </span>
      </Link>
      <Button kind="quiet" onClick={() => mayLeave() && signOut()}>
        <LogOut aria-hidden />
        {messages.signOut}
      </Button>
    </div>
  )
}
