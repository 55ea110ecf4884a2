/** What is left of an allowance after a call. */
export type Allowance = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next window starts, at least 1. */
  readonly resetSeconds: number
}

/** The number of calls allowed in one fixed window, and its length. */
export type KeyWindow = { readonly limit: number; readonly windowSeconds: number }

/** The window of each key, and the window of each person over all their keys and sessions. */
export type CallWindows = { readonly key: KeyWindow; readonly person: KeyWindow }

/** What is left of the key's allowance after a call, and of the owner's if the key acts for one. */
export type KeyAllowances = { readonly key: Allowance; readonly person: Allowance | null }
