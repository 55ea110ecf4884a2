import { useEffect } from 'react'

/** While it holds, the browser asks before the page is closed or reloaded. */
export function useHoldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isHeld])
}
