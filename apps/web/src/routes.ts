import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRouter,
} from '@tanstack/react-router'
import { accountMessages } from './account/messages.ts'
import { adminRoutes } from './admin-routes.ts'
import { ErrorScreen, RootErrorScreen } from './frame/error-screen.tsx'
import { NotFoundScreen } from './frame/not-found-screen.tsx'
import { RootScreen } from './frame/root-screen.tsx'
import { credentialMessages } from './credentials/messages.ts'
import { keyboardMessages } from './keyboard/messages.ts'
import { keyMessages } from './keys/messages.ts'
import { lazyScreen } from './lazy-screen.ts'
import { searchMessages } from './search/messages.ts'
import type { VisitedEntries } from './session/kept/visited-entries.ts'
import { signInMessages } from './sign-in/messages.ts'

const root = createRootRoute({
  component: RootScreen,
  errorComponent: RootErrorScreen,
  notFoundComponent: NotFoundScreen,
})

const searchRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyScreen(
    searchMessages,
    async () => (await import('./search/search-screen.tsx')).SearchScreen,
  ),
})

/** The sign-in is drawn at the address that was asked for; this one leads to the start. */
const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to leave a route
    throw redirect({ to: '/', replace: true })
  },
})

const profileRoute = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyScreen(
    [accountMessages, keyboardMessages],
    async () => (await import('./account/profile-screen.tsx')).ProfileScreen,
  ),
})

const securityRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/security',
  component: lazyScreen(
    [accountMessages, credentialMessages],
    async () => (await import('./account/security/security-screen.tsx')).SecurityScreen,
  ),
})

const accountKeyMessages = [accountMessages, keyMessages]

const keysRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/keys',
  component: lazyScreen(
    accountKeyMessages,
    async () => (await import('./account/keys/keys-screen.tsx')).KeysScreen,
  ),
})

const newKeyRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/keys/new',
  component: lazyScreen(
    accountKeyMessages,
    async () => (await import('./account/keys/new-key-screen.tsx')).NewKeyScreen,
  ),
})

const keyRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/keys/$id',
  component: lazyScreen(
    accountKeyMessages,
    async () => (await import('./account/keys/key-screen.tsx')).KeyScreen,
  ),
})

const agentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/agents',
  component: lazyScreen(
    accountMessages,
    async () => (await import('./account/agents-screen.tsx')).AgentsScreen,
  ),
})

const chatsRoute = createRoute({
  getParentRoute: () => root,
  path: '/me/chats',
  component: lazyScreen(
    accountMessages,
    async () => (await import('./account/chats-screen.tsx')).ChatsScreen,
  ),
})

const passwordMessages = [signInMessages, credentialMessages]

const setupRoute = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyScreen(
    passwordMessages,
    async () => (await import('./sign-in/setup-screen.tsx')).SetupScreen,
  ),
})

const inviteRoute = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyScreen(
    passwordMessages,
    async () => (await import('./sign-in/invite-screen.tsx')).InviteScreen,
  ),
})

const forgotRoute = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyScreen(
    signInMessages,
    async () => (await import('./sign-in/forgot-screen.tsx')).ForgotScreen,
  ),
})

const resetRoute = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyScreen(
    passwordMessages,
    async () => (await import('./sign-in/reset-screen.tsx')).ResetScreen,
  ),
})

const routeTree = root.addChildren([
  searchRoute,
  profileRoute,
  securityRoute,
  keysRoute,
  newKeyRoute,
  keyRoute,
  agentsRoute,
  chatsRoute,
  loginRoute,
  setupRoute,
  inviteRoute,
  forgotRoute,
  resetRoute,
  ...adminRoutes(root),
])

/** The router of all screens, below the path where Ken is mounted. */
export const createConsoleRouter = (
  basepath: string,
  window: VisitedEntries['window'],
): AnyRouter =>
  createRouter({
    history: createBrowserHistory({ window }),
    routeTree,
    ...(basepath !== '' && { basepath }),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultHashScrollIntoView: false,
    scrollRestoration: true,
    // Values are text as it is; the default would turn some into numbers.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })

/** Starts to load the code of the screen at the address; the router would do so only after the first render. */
export function loadFirstScreen(router: AnyRouter): void {
  const [_matched, _params, foundRoute] = router.getMatchedRoutes(router.latestLocation.pathname)
  if (foundRoute !== undefined) void router.loadRouteChunk(foundRoute)?.catch(() => {})
}

function stringifySearch(search: { readonly [name: string]: unknown }): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string')
  const text = new URLSearchParams(set as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}
