const secondsMax = 300

/** The seconds of a `Retry-After` header, 300 at most. Some servers send it twice, which makes it a list. */
export function retryAfter(header: string | null | undefined): number | null {
  const seconds = /^\s*(\d+)/.exec(header ?? '')?.[1]
  return seconds === undefined ? null : Math.min(Number(seconds), secondsMax)
}
