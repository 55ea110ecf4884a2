import { KenProblem, KenSignedOut } from '@ken/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

const retriesMax = 2
const secondMs = 1000
/** How long an answer is fresh, and kept once no screen shows it: page turns would pile up. */
const freshMs = 30 * secondMs

/** Reading may be tried again when Ken is unavailable or the network failed; nothing else is. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= retriesMax || error instanceof KenSignedOut) return false
  return error instanceof KenProblem ? error.status === 503 : error instanceof TypeError
}

/** After as long as the server asks for, else after 1 and 2 seconds. */
const pauseMs = (failures: number, error: Error): number =>
  (error instanceof KenProblem ? error.retryAfterSeconds : null) !== null
    ? ((error as KenProblem).retryAfterSeconds ?? 1) * secondMs
    : (failures + 1) * secondMs

/** The answers of the server, in memory only: fresh for 30 s, and read again on focus. */
export const createQueryClient = (follow: (error: unknown) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: follow }),
    mutationCache: new MutationCache({ onError: follow }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        gcTime: freshMs,
        retry: isWorthRetrying,
        retryDelay: pauseMs,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
