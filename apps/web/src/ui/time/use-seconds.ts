import { useEffect, useState } from 'react'

const secondMs = 1000

/** Whole seconds until a moment in milliseconds since 1970, counted down to 0; null without one. */
export function useSecondsUntil(moment: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  const left = moment === null ? null : Math.max(0, Math.ceil((moment - now) / secondMs))
  const isRunning = left !== null && left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [isRunning, moment])
  return left
}
