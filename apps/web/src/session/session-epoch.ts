import { KenSignedOut } from '@ken/client'

/** A part of a session: from its start, or from a gate that was passed, to its end or to the next gate that is passed. */
export type SessionEpoch = {
  readonly end: () => void
  /**
   * The same `fetch`, but it rejects if a request of a session is refused after its epoch has ended: such a refusal must
   * neither end the next session nor show a gate there.
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
