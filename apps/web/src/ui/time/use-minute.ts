import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

/** Draws again when a minute of the clock begins. The browser delays this while the tab is hidden, but does not omit it. */
export const useMinute = (): number => useSyncExternalStore(follow, currentMinute)

const currentMinute = (): number => Math.floor(Date.now() / minuteMs)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** One timer for all components. */
function follow(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setTimeout(tick, untilNext())
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function tick(): void {
  timer = setTimeout(tick, untilNext())
  for (const listener of listeners) listener()
}

const untilNext = (): number => minuteMs - (Date.now() % minuteMs)
