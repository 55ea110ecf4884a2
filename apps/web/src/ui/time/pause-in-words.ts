const longSeconds = 120

/** A pause in seconds, or in whole minutes if it is long. The same in all languages. */
export const pauseInWords = (seconds: number): string =>
  seconds < longSeconds ? `${seconds}\u00A0s` : `${Math.ceil(seconds / 60)}\u00A0min`
