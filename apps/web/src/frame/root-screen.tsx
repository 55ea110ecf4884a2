import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadCode } from '../lazy-screen.ts'
import { openPaths } from '../paths.ts'
import { useSessionState } from '../session/use-session.ts'
import { signInMessages } from '../sign-in/messages.ts'
import { refusalWords } from '../ui/refusals.ts'
import { Frame } from './frame.tsx'
import { UnreachableScreen } from './unreachable-screen.tsx'

const SignInScreen = lazy(async () => {
  const [{ SignInScreen: component }] = await loadCode(() =>
    Promise.all([
      import('../sign-in/sign-in-screen.tsx'),
      refusalWords.load(),
      signInMessages.load(),
    ]),
  )
  return { default: component }
})

/**
 * The screen of the address for those who are signed in; the sign-in at the same address for others.
 * Some screens are for everyone.
 */
export function RootScreen(): ReactNode {
  const state = useSessionState()
  // The address changes before its screen is there; the match changes with it.
  const isOpen = useMatches({
    select: (matches) => openPaths.includes(matches.at(-1)?.fullPath ?? ''),
  })
  if (isOpen)
    return (
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    )
  if (state.kind === 'restoring') return <Waiting />
  if (state.kind === 'unreachable') return <UnreachableScreen state={state} />
  if (state.kind === 'signed_in')
    return (
      <Frame user={state.user}>
        <Suspense>
          <Outlet />
        </Suspense>
      </Frame>
    )
  return (
    <Suspense fallback={<Waiting />}>
      <SignInScreen state={state} />
    </Suspense>
  )
}

/** As the page was before its script ran, so nothing moves. */
const Waiting = (): ReactNode => <p className="wordmark shell-wordmark">Ken</p>
