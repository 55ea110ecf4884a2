import { useWork } from '../session/use-work.ts'

type UnstoredCodes = {
  readonly areUnstored: boolean
  /** Call it when recovery codes arrive, and each time their person says whether they are stored. */
  readonly keepStored: (areStored: boolean) => void
}

/**
 * Whether recovery codes of the person arrived and were not stored: their screen may be gone before, such as with the
 * session. Only that is remembered, not the codes.
 */
export function useUnstoredCodes(): UnstoredCodes {
  const [unstored, keep] = useWork('unstored recovery codes')
  return {
    areUnstored: unstored !== null,
    keepStored: (areStored) => keep(areStored ? null : {}),
  }
}
