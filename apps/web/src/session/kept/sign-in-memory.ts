import type { Enrolment, NextStage, User } from '@ken/client'

/** A step of a sign-in after its first form. */
export type Stage =
  | (NextStage & {
      /** In milliseconds since 1970. */
      readonly deadline: number
    })
  | { readonly status: 'recovery_codes'; readonly codes: readonly string[]; readonly user: User }
  | { readonly status: 'codes_left'; readonly user: User }

/** How far a sign-in is. */
export type SignInProgress = {
  readonly email: string
  /** What was typed as the name of the first Owner; null if nothing was typed in the setup. */
  readonly name: string | null
  /** Why it starts again: its page was left, the time or the attempts of a step are used up, or a response was lost. */
  readonly over: 'left' | 'time' | 'attempts' | 'lost' | null
  /** Null before the first form was accepted. */
  readonly stage: Stage | null
  readonly position: number
  /** How often the step was refused. */
  readonly refusals: number
  readonly hasUsedRecoveryCode: boolean
  /** The secret on the screen; asking for it again would replace it. */
  readonly enrolment: Enrolment | null
  /** The address whose recovery codes may exist, but their response was lost; null if none was. */
  readonly lostCodesOf: string | null
}

/** The sign-in between two screens of the page, such as by Back and Forward. It holds secrets, so it is in memory only. */
export type SignInMemory = {
  readonly read: () => SignInProgress
  readonly keep: (progress: SignInProgress) => void
  readonly clear: () => void
  /** Leaves the address and the typed name to the next page of the tab, if a step or the setup is not finished. */
  readonly leave: () => void
}

const storageKey = 'ken.sign-in'
/** As long as a step lasts. */
const leftMs = 300_000

export const noSignIn: SignInProgress = {
  email: '',
  name: null,
  over: null,
  stage: null,
  position: 1,
  refusals: 0,
  hasUsedRecoveryCode: false,
  enrolment: null,
  lostCodesOf: null,
}

/** Address and name reach the next page in the storage of the tab. That page removes them before anything else runs. */
export function createSignInMemory(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  now: () => number,
): SignInMemory {
  let progress = read(storage, now())
  return {
    read: () => progress,
    keep: (next) => (progress = next),
    clear: () => (progress = noSignIn),
    leave: () => {
      const { email, name, stage } = progress
      if (stage === null && name === null) return
      const left: Left = { email, name, over: stage === null ? null : 'left', at: now() }
      try {
        storage?.setItem(storageKey, JSON.stringify(left))
      } catch {
        // The next page starts without it.
      }
    },
  }
}

type Left = Pick<SignInProgress, 'email' | 'name' | 'over'> & { readonly at: number }

function read(
  storage: Pick<Storage, 'getItem' | 'removeItem'> | null,
  now: number,
): SignInProgress {
  try {
    const text = storage?.getItem(storageKey) ?? null
    storage?.removeItem(storageKey)
    if (text === null) return noSignIn
    const { at, ...left } = JSON.parse(text) as Left
    return now - at > leftMs ? noSignIn : { ...noSignIn, ...left }
  } catch {
    return noSignIn
  }
}
