import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * Keeps the error of a part of the screen while the part is read again. The cache would forget it, and the screen
 * would alternate between the error and "Loading" until the outage ends.
 */
export function keepErrors(cache: QueryCache): void {
  const errors = new WeakMap<Query, Error>()
  cache.subscribe((event) => {
    const { query } = event
    // Another visit of the screen starts without the error of the one before.
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) errors.delete(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'error') errors.set(query, event.action.error)
    const error = errors.get(query)
    if (event.action.type === 'fetch' && query.state.status === 'pending' && error !== undefined)
      query.setState({ status: 'error', error })
  })
}
