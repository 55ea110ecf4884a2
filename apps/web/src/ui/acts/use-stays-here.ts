import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Returns whether this screen was not left for another address, also not to come back, for acts that lead to another
 * screen when they end.
 */
export function useStaysHere(): () => boolean {
  const router = useRouter()
  const isLeft = useRef(false)
  // The address changes before its screen is there.
  const [here] = useState(() => router.state.location.pathname)
  useEffect(() => {
    // Not at the end of the screen: a sign-in draws it again, and the act may end later.
    const stop = router.subscribe('onBeforeLoad', ({ toLocation }) => {
      if (toLocation.pathname === here) return
      isLeft.current = true
      stop()
    })
  }, [router, here])
  return () => !isLeft.current
}
