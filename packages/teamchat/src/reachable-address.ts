import ipaddr from 'ipaddr.js'

/** Ranges of servers: public, of a local network, or behind a carrier's translation. Every other one is refused. */
const serverRanges: readonly string[] = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat']

/** Where clouds keep their metadata outside the link-local range. */
const metadataAddresses: readonly string[] = ['100.100.100.200', '168.63.129.16', 'fd00:42::42', 'fd00:ec2::254', 'fd20:ce::254']

/**
 * Whether Ken may connect to this IP address: never to link-local, metadata, multicast, unspecified and reserved ones, in
 * whatever notation; to this machine only when allowed.
 */
export function isReachableAddress(text: string, { allowLoopback }: { readonly allowLoopback: boolean }): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  const range = address.range()
  if (range === 'loopback') return allowLoopback
  if (address instanceof ipaddr.IPv6) {
    const { outer, inner } = partsOf(address)
    if (/^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0)$/.test(outer)) return isReachableAddress(inner, { allowLoopback })
    if (/:(0|200):5efe$/.test(outer) && !isReachableAddress(inner, { allowLoopback })) return false
    // An IPv4 address in an IPv6 one without a prefix: long deprecated, and taken for it by some.
    if (outer === '0:0:0:0:0:0') return false
  }
  return serverRanges.includes(range) && !metadataAddresses.includes(address.toString())
}

/** The IPv4 address that an IPv6 one may end with, when it is mapped, translated (RFC 6052) or tunnelled (RFC 5214), and what is before. */
function partsOf({ parts }: ipaddr.IPv6): { readonly outer: string; readonly inner: string } {
  const [high = 0, low = 0] = parts.slice(6)
  const inner = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return {
    outer: parts
      .slice(0, 6)
      .map((part) => part.toString(16))
      .join(':'),
    inner,
  }
}
