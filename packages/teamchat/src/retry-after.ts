const secondsMax = 300

/** The seconds that a `Retry-After` header asks for; some servers write it twice, which makes it a list. */
export function retryAfter(header: string | undefined): number | null {
  const seconds = /^\s*(\d+)/.exec(header ?? '')?.[1]
  return seconds === undefined ? null : Math.min(Number(seconds), secondsMax)
}
