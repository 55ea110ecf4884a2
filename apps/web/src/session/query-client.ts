import { KenProblem, KenSignedOut } from '@ken/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keepErrors } from './kept/kept-errors.ts'

const retriesMax = 2
const secondMs = 1000
const pauseSecondsMax = 10
/** How long an answer is fresh, and kept once no screen shows it: page turns would pile up. */
const freshMs = 30 * secondMs

/** Reading may be tried again when Ken is unavailable or the network failed; nothing else is. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= retriesMax || error instanceof KenSignedOut) return false
  return error instanceof KenProblem ? error.status === 503 : error instanceof TypeError
}

/** After as long as the server asks for, but not so long that a screen seems frozen; else after 1 and 2 seconds. */
function pauseMs(failures: number, error: Error): number {
  const asked = error instanceof KenProblem ? error.retryAfterSeconds : null
  return Math.min(asked ?? failures + 1, pauseSecondsMax) * secondMs
}

/** The answers of the server, in memory only: fresh for 30 s, and read again on focus. */
export function createQueryClient(follow: (error: unknown) => void): QueryClient {
  const queryCache = new QueryCache({ onError: follow })
  keepErrors(queryCache)
  return new QueryClient({
    queryCache,
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
}
