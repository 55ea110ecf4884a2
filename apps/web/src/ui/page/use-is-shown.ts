import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is on the screen, for what ends later. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
