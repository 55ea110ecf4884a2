import { useIsShown } from '../page/use-is-shown.ts'
import { useToast } from '../page/use-toast.ts'

/** Says in a toast why an act failed if its screen, which would show the error, was left meanwhile. */
export function useSayIfLeft(): (failure: unknown) => void {
  const isShown = useIsShown()
  const toast = useToast()
  return (failure) => {
    if (!isShown.current) toast({ failure })
  }
}
