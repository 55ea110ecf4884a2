import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../session/use-session.ts'
import { hasNoResponse } from '../refusals/has-no-response.ts'

/** Reads what is on the screen again if Ken did not respond to an act: it may have done what was asked. */
export function useReadAgain(): (failure: unknown) => void {
  const session = useSession()
  const queryClient = useQueryClient()
  return (failure) => {
    // The steps before the pages have read nothing that an act changes.
    if (hasNoResponse(failure) && session.state().kind === 'signed_in')
      void queryClient.invalidateQueries()
  }
}
