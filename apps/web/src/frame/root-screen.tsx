import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { credentialMessages } from '../credentials/messages.ts'
import { loadCode } from '../lazy-screen.ts'
import { openPaths } from '../paths.ts'
import type { SessionState } from '../session/session.ts'
import { useSessionState } from '../session/use-session.ts'
import { signInMessages } from '../sign-in/messages.ts'
import { refusalWords } from '../ui/refusals/refusals.ts'
import { useSliced } from '../ui/page/use-sliced.ts'
import type { FrameProps } from './frame.tsx'
import { UnreachableScreen } from './unreachable-screen.tsx'

const SignInScreen = lazy(async () => {
  const [{ SignInScreen: component }] = await loadCode(() =>
    Promise.all([
      import('../sign-in/sign-in-screen.tsx'),
      refusalWords.load(),
      signInMessages.load(),
      credentialMessages.load(),
    ]),
  )
  return { default: component }
})

const restoring: SessionState = { kind: 'restoring' }

let loadingFrame: Promise<ComponentType<FrameProps>> | undefined
let LoadedFrame: ComponentType<FrameProps> | undefined

/**
 * Loads the frame once; again only if that failed. Called while the session is restored, so that the start of the page
 * need not wait for the frame.
 */
export function loadFrame(): Promise<ComponentType<FrameProps>> {
  loadingFrame ??= loadCode(async () => {
    const { Frame: loaded } = await import('./frame.tsx')
    LoadedFrame = loaded
    return loaded
  }).catch((error: unknown) => {
    loadingFrame = undefined
    throw error
  })
  return loadingFrame
}

const LazyFrame = lazy(async () => ({ default: await loadFrame() }))

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
  const state = useShownState()
  // The address changes before its screen is there; the match changes with it.
  const isOpen = useMatches({
    select: (matches) => openPaths.includes(matches.at(-1)?.fullPath ?? ''),
  })
  // An outlet waits for the code of its screen by itself.
  if (isOpen) return <Outlet />
  if (state.kind === 'restoring') return <Waiting />
  if (state.kind === 'unreachable') return <UnreachableScreen state={state} />
  // With keys, so that no screen stays hidden in the page while the next one loads.
  if (state.kind === 'signed_in')
    return (
      <Suspense key="frame" fallback={<Waiting />}>
        <Frame user={state.user}>
          <Outlet />
        </Frame>
      </Suspense>
    )
  return (
    <Suspense key="sign-in" fallback={<Waiting />}>
      <SignInScreen state={state} />
    </Suspense>
  )
}

/**
 * The state of the session. A first screen and the frame are rendered in slices, and the page waits for them; what is
 * shown of a person, and a form that has succeeded, leaves at once.
 */
function useShownState(): SessionState {
  const state = useSessionState()
  const sliced = useSliced(state, restoring)
  if (sliced.kind === 'restoring') return sliced
  return state.kind === 'signed_in' && sliced.kind !== 'signed_in' ? restoring : state
}

/** As the page was before its script ran, so nothing moves. */
const Waiting = (): ReactNode => <p className="wordmark shell-wordmark">Ken</p>
