const limitMs = 30_000

/**
 * `fetch` that waits at most 30 seconds for the JSON that a page reads. What changes something is
 * waited for, because ending the wait would not end it.
 */
export function limitedFetch(onAnswer: (requestId: string) => void): typeof fetch {
  return async (input, init = {}) => {
    const isRead =
      init.method === 'GET' && new Headers(init.headers).get('accept') === 'application/json'
    const limits = isRead ? [AbortSignal.timeout(limitMs)] : []
    const signals = [...(init.signal ? [init.signal] : []), ...limits]
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    const id = response.headers.get('x-request-id')
    if (id !== null) onAnswer(id)
    return response
  }
}
