import type { Config } from '@ken/composition'

const contentSecurityPolicy = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Browser features that no page of Ken uses, disabled for pages and embedded content. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ')

const yearSeconds = 31_536_000
const strictTransport: { readonly [Scope in Config['hsts']]: string | null } = {
  host: `max-age=${yearSeconds}`,
  subdomains: `max-age=${yearSeconds}; includeSubDomains`,
  off: null,
}

/**
 * The headers of every response. Responses are not cached unless their route says otherwise.
 * Strict transport security is promised only where people reach Ken over https, and for other hosts only where the
 * operator says so: Ken cannot know what serves them.
 */
export function securityHeaders({
  baseUrl,
  hsts,
}: Pick<Config, 'baseUrl' | 'hsts'>): ReadonlyArray<readonly [name: string, value: string]> {
  const strict = baseUrl.startsWith('https:') ? strictTransport[hsts] : null
  return [
    ['Content-Security-Policy', contentSecurityPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Cache-Control', 'no-store'],
    ['Permissions-Policy', permissionsPolicy],
    ...(strict === null ? [] : [['Strict-Transport-Security', strict] as const]),
  ]
}
