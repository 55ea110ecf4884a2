import { Outlet, useMatches } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { loadCode } from '../lazy-screen.ts'
import { openPaths } from '../paths.ts'
import { useSessionState } from '../session/use-session.ts'
import { signInMessages } from '../sign-in/messages.ts'
import { refusalWords } from '../ui/refusals.ts'
import { useSliced } from '../ui/use-sliced.ts'
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

// Loads while the session is restored, so that the start of the page does not wait for it.
const frame = loadCode(() => import('./frame.tsx'))
const LazyFrame = lazy(async () => ({ default: (await frame).Frame }))
type FrameProps = ComponentProps<typeof LazyFrame>
let LoadedFrame: ComponentType<FrameProps> | undefined
frame.then(
  (loaded) => (LoadedFrame = loaded.Frame),
  () => {},
)

/** The frame; at once if it is loaded, because React shows what was lazy only after 300 ms. */
function Frame(props: FrameProps): ReactNode {
  const [Found] = useState(() => LoadedFrame ?? LazyFrame)
  return <Found {...props} />
}

/**
 * The screen of the address for those who are signed in; the sign-in at the same address for others.
 * Some screens are for everyone.
 */
export function RootScreen(): ReactNode {
  const state = useSessionState()
  const isShown = useSliced(state.kind === 'signed_in', false)
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
  if (state.kind === 'restoring' || (state.kind === 'signed_in' && !isShown)) return <Waiting />
  if (state.kind === 'unreachable') return <UnreachableScreen state={state} />
  if (state.kind === 'signed_in')
    return (
      <Suspense fallback={<Waiting />}>
        <Frame user={state.user}>
          <Suspense>
            <Outlet />
          </Suspense>
        </Frame>
      </Suspense>
    )
  return (
    <Suspense fallback={<Waiting />}>
      <SignInScreen state={state} />
    </Suspense>
  )
}

/** As the page was before its script ran, so nothing moves. */
const Waiting = (): ReactNode => <p className="wordmark shell-wordmark">Ken</p>
