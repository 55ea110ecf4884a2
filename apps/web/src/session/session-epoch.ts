import { KenSignedOut } from '@ken/client'

/** The time from the begin of a session, or from a gate that was passed in it, to the next end. */
export type SessionEpoch = {
  readonly end: () => void
  /**
   * The same `fetch`, whose refusals belong to the epoch of their request. If that is over, the call rejects: the refusal
   * neither ends the next session nor shows a gate there.
   */
  readonly bind: (inner: typeof fetch) => typeof fetch
}

export function createSessionEpoch(): SessionEpoch {
  let current = 0
  return {
    end: () => {
      current += 1
    },
    bind: (inner) => async (input, init) => {
      const started = current
      const response = await inner(input, init)
      const isRefused = response.status === 401 || response.status === 403
      const hadSession = new Headers(init?.headers).has('authorization')
      if (isRefused && hadSession && started !== current) throw new KenSignedOut('refresh_refused')
      return response
    },
  }
}
