import ipaddr from 'ipaddr.js'

/** Ranges that servers are in: public, of a local network, or carrier-grade NAT. All others are refused. */
const serverRanges: readonly string[] = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat']

/** A range without servers that ipaddr.js does not know: dummy prefix of RFC 9780. */
const missingRanges = [ipaddr.IPv6.parseCIDR('100:0:0:1::/64')]

/** Metadata services of clouds outside the link-local range. */
const metadataAddresses: readonly string[] = [
  '100.100.100.200',
  '168.63.129.16',
  'fd00:42::42',
  'fd00:ec2::254',
  'fd20:ce::254',
]

/**
 * Whether Ken may connect to this IP address, in any notation. Link-local, metadata, multicast, unspecified and reserved
 * addresses are always refused; this machine is refused unless allowed.
 */
export function isReachableAddress(
  text: string,
  { allowLoopback }: { readonly allowLoopback: boolean },
): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  const range = address.range()
  if (range === 'loopback') return allowLoopback
  if (address instanceof ipaddr.IPv6) {
    const { prefix, embedded } = partsOf(address)
    if (/^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0)$/.test(prefix))
      return isReachableAddress(embedded, { allowLoopback })
    if (/:(0|200):5efe$/.test(prefix) && !isReachableAddress(embedded, { allowLoopback }))
      return false
    // An IPv4-compatible address: long deprecated, but some systems still connect to the IPv4 address in it.
    if (prefix === '0:0:0:0:0:0') return false
    if (missingRanges.some((missing) => address.match(missing))) return false
  }
  return serverRanges.includes(range) && !metadataAddresses.includes(address.toString())
}

/** The IPv4 address that an IPv6 address may embed, when it is mapped, translated (RFC 6052) or tunnelled (RFC 5214), and its prefix. */
function partsOf({ parts }: ipaddr.IPv6): { readonly prefix: string; readonly embedded: string } {
  const [high = 0, low = 0] = parts.slice(6)
  return {
    prefix: parts
      .slice(0, 6)
      .map((part) => part.toString(16))
      .join(':'),
    embedded: [high >> 8, high & 255, low >> 8, low & 255].join('.'),
  }
}
