/**
 * What to check, by the reason of an outage: the error of the server, of the system or of the
 * connection. Never quotes the address, which may contain a password.
 */
export function redisFailure(reason: string): string {
  return (
    advice.find(([pattern]) => pattern.test(reason))?.[1] ??
    `It said: ${reason.replace(/\.+$/, '')}.`
  )
}

const advice: readonly (readonly [RegExp, string])[] = [
  [/^NOAUTH/, 'It wants a password, and the address has none.'],
  [/^(?:WRONGPASS|ERR AUTH)/, 'User name or password is wrong.'],
  [/^NOPERM/, 'The user may not run the commands of Ken, or not on keys that start with ken:.'],
  [/DB index/, 'There is no database of that number. Check the end of the address.'],
  [/^OOM/, 'It is full. Raise maxmemory, or set maxmemory-policy to volatile-ttl.'],
  [/^READONLY/, 'It is a replica. Use the address of the primary.'],
  [/^MISCONF/, 'It cannot save to its disk, and stores nothing. Its log says why.'],
  [/certificate has expired/, 'Its certificate has expired.'],
  [/altnames/, 'Its certificate is for another host name. Use that name in the address.'],
  [
    /certificate/,
    'Its certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the certificate of its authority.',
  ],
  [/ECONNREFUSED/, 'Nothing listens there. Check host and port, and that Redis runs.'],
  [/ENOTFOUND/, 'The host name is unknown. Check its spelling and the DNS.'],
  [/EAI_AGAIN/, 'The host name could not be looked up. Check the DNS.'],
  [
    /ETIMEDOUT|no reply in time|timed? ?out/i,
    'It does not respond. Check the address, the firewall, and whether it uses TLS: rediss:// is with TLS, redis:// without.',
  ],
  [
    /ECONNRESET|EPIPE|the connection was closed|RESP type|ERR_SSL/,
    'The connection was cut. Check that this is a port of Redis, and whether it uses TLS: rediss:// is with TLS, redis:// without.',
  ],
]
