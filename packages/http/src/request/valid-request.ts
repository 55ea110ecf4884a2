import type { IncomingMessage } from 'node:http'

const validHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Returns whether a request is HTTP/1 with exactly one `Host` header that contains only a host (RFC 9112, section 3.2),
 * and no transfer coding but `chunked`: a body in another one would be taken for what it encodes. HTTP/1.0, which some
 * health checks still use, may omit the host.
 */
export function isValidRequest({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return false
  if (hosts === 0) return httpVersion === '1.0'
  return hosts === 1 && httpVersion.startsWith('1.') && validHost.test(headers.host ?? '')
}
