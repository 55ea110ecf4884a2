/**
 * The network that counts as one client, the same for all spellings of an address: IPv4 by address,
 * IPv6 by /64 because one host can use all of it, and IPv4-mapped IPv6 as IPv4. Written here because
 * core has no dependencies.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address (RFC 4291, 2.2). */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('%', 1).join().split('::')
  const [left = [], right = []] = [head, tail ?? ''].map((part) =>
    part.split(':').flatMap(numbersOf),
  )
  return [
    ...left,
    ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0),
    ...right,
  ]
}

/** One group, or the two groups of an embedded IPv4 address. */
function numbersOf(text: string): readonly number[] {
  if (text === '') return []
  if (!text.includes('.')) return [Number.parseInt(text, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
