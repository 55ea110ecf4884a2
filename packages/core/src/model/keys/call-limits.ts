/** What one call left of an allowance. */
export type Allowance = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window starts anew, at least 1. */
  readonly resetSeconds: number
}

/** Calls allowed in one fixed window, and its length. */
export type KeyWindow = { readonly limit: number; readonly windowSeconds: number }

/** The window of each key, and the window of each person over all their keys and sessions. */
export type CallWindows = { readonly key: KeyWindow; readonly person: KeyWindow }

/** What an admitted call left of the key's allowance, and of its owner's when it speaks for one. */
export type KeyAllowances = { readonly key: Allowance; readonly person: Allowance | null }
