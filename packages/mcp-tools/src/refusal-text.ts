import type { Refusal } from './public-contract.ts'

/** The same for documents that are hidden, deleted or unknown. */
export const noSuchDocument = 'There is no such document. Pass the id of a search result.'

/** What a person can do about a refusal. Contains nothing of an exception, nor of Ken's own texts. */
export function refusalText(
  { status, code, errors, requestId, retryAfterSeconds }: Refusal,
  baseUrl: string,
): string {
  if (code === 'NOT_KEN')
    return `The server at ${baseUrl} is not Ken. Set KEN_URL to Ken's address.`
  if (status === 401) return `Ken refused the API key: create a new one at ${baseUrl}.`
  if (status === 404) return noSuchDocument
  if (code === 'DOCUMENT_CHANGED')
    return 'The document has changed. Read it again from the beginning, without offset and version.'
  if (status === 429)
    return `Too many requests. Try again in ${secondsText(retryAfterSeconds ?? 60)}.`
  if (code === 'ACCESS_CHANGED')
    return 'What the owner of the API key may see has changed meanwhile. Ask again.'
  if (code === 'PASSWORD_CHANGE_REQUIRED')
    return `The owner of the API key must set a new password first: sign in at ${baseUrl}.`
  if (code === 'ON_BEHALF_OF_REQUIRED')
    return `This is a service key. Create a personal API key at ${baseUrl}.`
  if (errors.length > 0) return errors.map(faultText).join(' ')
  if (status === 503 && code === 'UNAVAILABLE')
    return `Ken cannot answer now. Try again ${retryAfterSeconds === null ? 'later' : `in ${secondsText(retryAfterSeconds)}`}.`
  if (status === null || status === 502 || status === 503 || status === 504)
    return 'Ken does not respond. Try again later.'
  return requestId === null
    ? 'Something went wrong.'
    : `Something went wrong (request ${requestId}).`
}

const secondsText = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

const faultText = ({ pointer, detail }: Refusal['errors'][number]): string =>
  `${pointer.replace(/^#\/?/, '') || 'The request'} ${detail}.`
