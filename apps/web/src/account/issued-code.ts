import type { Contract } from '../contract/contract.ts'

const secondMs = 1000

/** A code with the moment when it expires, by the clock of the browser, which may be wrong. */
export type IssuedCode = Contract['LinkCode'] & { readonly endsAt: number }

/** Counts the seconds of the server; one that is older than this page sends only the moment. */
export function issuedCode(
  created: Omit<Contract['LinkCode'], 'expires_in'> & { readonly expires_in?: number },
  now: number,
): IssuedCode {
  const { expires_in: seconds = Math.round((Date.parse(created.expires_at) - now) / secondMs) } =
    created
  return { ...created, expires_in: seconds, endsAt: now + seconds * secondMs }
}
