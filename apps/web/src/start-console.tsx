import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followTranslator } from './frame/follow-translator.ts'
import { loadFrame } from './frame/root-screen.tsx'
import { openPaths } from './paths.ts'
import { createConsoleRouter, loadFirstScreen } from './routes.ts'
import { takeLinkToken } from './session/kept/link-token.ts'
import { LinkTokenContext } from './session/kept/link-token-context.ts'
import { mountPath } from './session/mount-path.ts'
import { createQueryClient } from './session/query-client.ts'
import { createRenewal } from './session/renewal.ts'
import { createSession } from './session/session.ts'
import { createSignInMemory } from './session/kept/sign-in-memory.ts'
import { SessionContext } from './session/use-session.ts'
import { createVisitedEntries } from './session/kept/visited-entries.ts'

/** About when the page waits for the server. */
const formatsAfterMs = 50

/** Restores the session and shows the screen of the address. */
export function startConsole(): void {
  const queryClient = createQueryClient((error) => session.follow(error))
  const baseUrl = mountPath()
  // Neither exists everywhere: locks need https or the machine itself.
  const storage = storageOf(() => sessionStorage)
  const signIn = createSignInMemory(storage, Date.now)
  const entries = createVisitedEntries(`${baseUrl}/`)
  const session = createSession({
    baseUrl,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('ken') : null,
    locks: 'locks' in navigator ? navigator.locks : null,
    renewal: createRenewal(storage, Date.now),
    signIn,
    entries,
    storage: storageOf(() => localStorage),
    forget: () => queryClient.clear(),
    goHome,
  })
  let router: AnyRouter | undefined
  const linkToken = takeLinkToken(baseUrl)
  followTranslator()
  session.restore()

  // A page that comes back by Back starts again, so that it shows no secret of before.
  let hasLeft = false
  addEventListener('pagehide', signIn.leave)
  addEventListener('pagehide', ({ persisted }) => (hasLeft = persisted))
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

  // Each in a task of its own, so that a slow device still responds to the person.
  setTimeout(() => void loadFrame().catch(() => {}))
  setTimeout(() => {
    const created = createConsoleRouter(baseUrl, entries.window)
    router = created
    setTimeout(() => loadFirstScreen(created))
    setTimeout(() => showConsole(created))
  })
  // The first formats of a page take as long as a screen, and are created while the page waits for the network.
  setTimeout(() => 'a'.localeCompare('b'), formatsAfterMs)
  setTimeout(() => new Intl.NumberFormat(), formatsAfterMs)
  setTimeout(() => new Intl.DateTimeFormat(), formatsAfterMs)

  function showConsole(created: AnyRouter): void {
    if (hasLeft) return
    const root = createRoot(document.getElementById('app')!)
    addEventListener('pagehide', ({ persisted }) => persisted && root.unmount())
    // In slices, because a transition may wait.
    startTransition(() =>
      root.render(
        <StrictMode>
          <SessionContext value={session}>
            <QueryClientProvider client={queryClient}>
              <LinkTokenContext value={linkToken}>
                <RouterProvider router={created} />
              </LinkTokenContext>
            </QueryClientProvider>
          </SessionContext>
        </StrictMode>,
      ),
    )
  }

  /** Pages for everyone, such as the one of an invitation, stay. */
  async function goHome(): Promise<void> {
    if (openPaths.includes(location.pathname.slice(baseUrl.length))) return
    if (router === undefined) history.replaceState(null, '', `${baseUrl}/`)
    else await router.navigate({ to: '/', replace: true, ignoreBlocker: true })
  }
}

/** A storage; null where the browser has none for this page. */
function storageOf(find: () => Storage): Storage | null {
  try {
    return find()
  } catch {
    return null
  }
}
