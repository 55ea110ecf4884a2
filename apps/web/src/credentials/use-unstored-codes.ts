import { concernsPerson } from '../session/person.ts'
import { useForgetProfile } from '../session/use-profile.ts'
import { useSession } from '../session/use-session.ts'
import { useWork } from '../session/use-work.ts'
import { hasNoResponse } from '../ui/refusals/has-no-response.ts'

type UnstoredCodes = {
  readonly areUnstored: boolean
  /** When a response with recovery codes was lost, in milliseconds since 1970; null if none was. */
  readonly lostAt: number | null
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
  const [unstored, keep] = useWork<{ readonly lostAt: number | null }>('unstored recovery codes')
  const forgetProfile = useForgetProfile()
  const session = useSession()
  return {
    areUnstored: unstored !== null,
    lostAt: unstored?.lostAt ?? null,
    keepStored: (areStored) => keep(areStored ? null : { lostAt: null }),
    receive: async (coming) => {
      const concerns = concernsPerson(session)
      try {
        return await coming
      } catch (failure) {
        if (hasNoResponse(failure) && concerns()) keep({ lostAt: Date.now() })
        // Two-factor authentication may be on since an earlier attempt.
        forgetProfile()
        throw failure
      }
    },
  }
}
