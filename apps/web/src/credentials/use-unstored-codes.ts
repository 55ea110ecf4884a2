import { concernsPerson } from '../session/person.ts'
import { useForgetProfile } from '../session/use-profile.ts'
import { useSession } from '../session/use-session.ts'
import { useWork } from '../session/use-work.ts'
import { hasNoResponse } from '../ui/refusals/has-no-response.ts'

type UnstoredCodes = {
  readonly areUnstored: boolean
  /** Call it when recovery codes arrive, and each time their person says whether they are stored. */
  readonly keepStored: (areStored: boolean) => void
  /** Waits for recovery codes. If the response is lost, they may exist, and no one has seen them. */
  readonly receive: <Outcome>(coming: Promise<Outcome>) => Promise<Outcome>
}

/**
 * Whether recovery codes of the person were not stored: their screen may be gone before, such as with the session, or the
 * response that contains them was lost. Only that is remembered, not the codes.
 */
export function useUnstoredCodes(): UnstoredCodes {
  const [unstored, keep] = useWork('unstored recovery codes')
  const forgetProfile = useForgetProfile()
  const session = useSession()
  return {
    areUnstored: unstored !== null,
    keepStored: (areStored) => keep(areStored ? null : {}),
    receive: async (coming) => {
      const concerns = concernsPerson(session)
      try {
        return await coming
      } catch (failure) {
        if (hasNoResponse(failure) && concerns()) keep({})
        // Two-factor authentication may be on since an earlier try.
        forgetProfile()
        throw failure
      }
    },
  }
}
