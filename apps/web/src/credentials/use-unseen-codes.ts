import { useWork } from '../session/use-work.ts'
import { useIsShown } from '../ui/use-is-shown.ts'

type UnseenCodes = {
  readonly areUnseen: boolean
  /** Call it with the arrival of recovery codes that the component then shows. */
  readonly arrived: () => void
}

/**
 * Whether the recovery codes of the person arrived when no screen showed them any more, such as because the session had
 * ended. Only that is remembered, not the codes.
 */
export function useUnseenCodes(): UnseenCodes {
  const [unseen, keep] = useWork('unseen recovery codes')
  const isShown = useIsShown()
  return { areUnseen: unseen !== null, arrived: () => keep(isShown.current ? null : {}) }
}
