import { useQueryClient, type QueryCache } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { clockInWords } from '../language/words.ts'
import { Notice } from '../ui/page/notice.tsx'
import { staleMessages } from './stale-messages.ts'
import { pauseMsAfter } from '../session/pause-after.ts'
import { oldestOf, outagesIn } from './outage.ts'
import { pause } from './pause.ts'
import './stale-notice.css'

/**
 * While Ken does not respond, says of when the data on the screen is, and reads it again until that
 * succeeds. The screen below it is grey.
 */
export function StaleNotice(): ReactNode {
  const messages = useMessages(staleMessages)
  const language = useLanguage()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const { hasOutage, readAt } = useOutages(isOnline)
  useRecovery(hasOutage)
  if (readAt === 0) return null
  const time = clockInWords(new Date(readAt), language)
  return (
    <div className="stale-notice">
      <Notice kind="caution" role="status">
        {isOnline ? messages.stale(time) : messages.staleOffline(time)}
      </Notice>
    </div>
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether parts of the screen could not be read again, and of when the oldest data is. */
function useOutages(isOnline: boolean) {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(() => queueMicrotask(listener)),
    [cache],
  )
  const hasOutage = useSyncExternalStore(subscribe, () => outagesIn(cache).length > 0)
  const readAt = useSyncExternalStore(subscribe, () => readAtIn(cache, isOnline))
  return { hasOutage, readAt }
}

/** Without a network all of the screen is old, once a read has failed: Ken may be on this machine. */
function readAtIn(cache: QueryCache, isOnline: boolean): number {
  const outages = outagesIn(cache)
  const isAllOld = !isOnline && outages.length > 0
  return oldestOf(isAllOld ? cache.getAll().filter((query) => query.isActive()) : outages)
}

/** Reads what failed again, after growing pauses, and at once when the network is back. */
function useRecovery(hasOutage: boolean): void {
  const queryClient = useQueryClient()
  const ended = useRef<AbortController>(null)
  useEffect(() => {
    // Another part may fail while this reads again what failed before.
    if (!hasOutage || ended.current !== null) return
    const current = new AbortController()
    ended.current = current
    const recover = async () => {
      const cache = queryClient.getQueryCache()
      for (let failures = 0; outagesIn(cache).length > 0; failures += 1) {
        await pause(pauseMsAfter(failures), current.signal)
        const outages = new Set(outagesIn(cache))
        await queryClient.refetchQueries({ predicate: (query) => outages.has(query) })
      }
    }
    // Its only rejection is the end of the wait.
    recover()
      .catch(() => {})
      .finally(() => (ended.current = null))
  }, [queryClient, hasOutage])
  useEffect(() => () => ended.current?.abort(), [])
}
