import { describe, expect, it } from 'vitest'
import { OutboundFailure } from './outbound-failure.ts'
import { outboundGuard } from './outbound-guard.ts'

/** What the names of the table lead to. */
const names: { readonly [host: string]: readonly string[] } = {
  'chat.example.com': ['93.184.216.34'],
  'chat.lan': ['192.168.1.9', 'fd12::9'],
  'dual.example.com': ['2606:2800:220:1::9', '93.184.216.34'],
  'nat64.example.com': ['64:ff9b::5db8:d822'],
  'rebind.example.com': ['93.184.216.34', '169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:169.254.169.254'],
  'here.example.com': ['127.0.0.1'],
  'zero.example.com': ['0.0.0.0'],
  'multicast.example.com': ['ff02::1'],
  'nowhere.example.com': [],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
}
const resolve = async (host: string) => {
  const found = names[host]
  if (found === undefined)
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

/** Where a connection to the URL leads, or the fault. */
async function connectionTo(address: string, allowLoopback = false): Promise<string> {
  const guard = outboundGuard({ allowLoopback, resolve })
  try {
    const url = new URL(address)
    guard.checkUrl(url)
    const { hostname } = url
    if (/^[\d.]+$|^\[/.test(hostname)) return hostname
    return await new Promise((done, fail) => {
      guard.lookup(hostname, {}, (error, found) =>
        error === null ? done(found as string) : fail(error),
      )
    })
  } catch (error) {
    return error instanceof OutboundFailure ? error.fault : 'unresolved'
  }
}

describe('outboundGuard', () => {
  it.for([
    { address: 'https://chat.example.com', verdict: '93.184.216.34' },
    { address: 'http://chat.example.com:8065/path/', verdict: '93.184.216.34' },
    { address: 'http://chat.lan', verdict: '192.168.1.9' },
    { address: 'https://dual.example.com', verdict: '2606:2800:220:1::9' },
    { address: 'https://nat64.example.com', verdict: '64:ff9b::5db8:d822' },
    { address: 'http://10.0.0.7:8065', verdict: '10.0.0.7' },
    { address: 'http://192.168.1.9', verdict: '192.168.1.9' },
    { address: 'http://3232235785', verdict: '192.168.1.9' },
    { address: 'http://0xc0.0xa8.1.9', verdict: '192.168.1.9' },
    { address: 'http://[fd12::9]:8065', verdict: '[fd12::9]' },
    { address: 'http://[::ffff:10.0.0.7]', verdict: '[::ffff:a00:7]' },
    { address: 'http://100.64.0.9', verdict: '100.64.0.9' },
    { address: 'http://169.254.169.254', verdict: 'address_forbidden' },
    { address: 'http://169.254.169.254.', verdict: 'address_forbidden' },
    { address: 'http://169.254.169.254:80/latest/meta-data', verdict: 'address_forbidden' },
    { address: 'http://2852039166', verdict: 'address_forbidden' },
    { address: 'http://0xa9fea9fe', verdict: 'address_forbidden' },
    { address: 'http://0xa9.0xfe.0xa9.0xfe', verdict: 'address_forbidden' },
    { address: 'http://0251.0376.0251.0376', verdict: 'address_forbidden' },
    { address: 'http://169.254.43518', verdict: 'address_forbidden' },
    { address: 'http://①⑥⑨.254.169.254', verdict: 'address_forbidden' },
    { address: 'http://１６９．254.169.254', verdict: 'address_forbidden' },
    { address: 'http://%31%36%39.254.169.254', verdict: 'address_forbidden' },
    { address: 'http://[::ffff:169.254.169.254]', verdict: 'address_forbidden' },
    { address: 'http://[::ffff:a9fe:a9fe]', verdict: 'address_forbidden' },
    { address: 'http://[0:0:0:0:0:ffff:a9fe:a9fe]', verdict: 'address_forbidden' },
    { address: 'http://[::169.254.169.254]', verdict: 'address_forbidden' },
    { address: 'http://[64:ff9b::a9fe:a9fe]', verdict: 'address_forbidden' },
    { address: 'http://[64:ff9b:1::a9fe:a9fe]', verdict: 'address_forbidden' },
    { address: 'http://[2002:a9fe:a9fe::1]', verdict: 'address_forbidden' },
    { address: 'http://[fd00:ec2::254]', verdict: 'address_forbidden' },
    { address: 'http://100.100.100.200', verdict: 'address_forbidden' },
    { address: 'http://168.63.129.16', verdict: 'address_forbidden' },
    { address: 'http://[fe80::1]', verdict: 'address_forbidden' },
    { address: 'http://[ff02::1]', verdict: 'address_forbidden' },
    { address: 'http://224.0.0.1', verdict: 'address_forbidden' },
    { address: 'http://255.255.255.255', verdict: 'address_forbidden' },
    { address: 'http://0.0.0.0:8065', verdict: 'address_forbidden' },
    { address: 'http://0', verdict: 'address_forbidden' },
    { address: 'http://[::]', verdict: 'address_forbidden' },
    { address: 'http://127.0.0.1:8065', verdict: 'address_forbidden' },
    { address: 'http://127.1', verdict: 'address_forbidden' },
    { address: 'http://0x7f.1', verdict: 'address_forbidden' },
    { address: 'http://2130706433', verdict: 'address_forbidden' },
    { address: 'http://017700000001', verdict: 'address_forbidden' },
    { address: 'http://127。0。0。1', verdict: 'address_forbidden' },
    { address: 'http://[::1]', verdict: 'address_forbidden' },
    { address: 'http://[::ffff:127.0.0.1]', verdict: 'address_forbidden' },
    { address: 'http://localhost:8065', verdict: 'address_forbidden' },
    { address: 'http://LOCALHOST.', verdict: 'address_forbidden' },
    { address: 'http://here.example.com', verdict: 'address_forbidden' },
    { address: 'http://zero.example.com', verdict: 'address_forbidden' },
    { address: 'http://multicast.example.com', verdict: 'address_forbidden' },
    { address: 'http://mapped.example.com', verdict: 'address_forbidden' },
    { address: 'http://metadata.google.internal', verdict: 'address_forbidden' },
    { address: 'http://rebind.example.com', verdict: 'address_forbidden' },
    { address: 'http://nowhere.example.com', verdict: 'unreachable' },
    { address: 'http://unknown.example.com', verdict: 'unresolved' },
  ] as const)('R73 leads $address to $verdict', async ({ address, verdict }) => {
    expect(await connectionTo(address)).toBe(verdict)
  })

  it.for([
    { address: 'http://127.0.0.1:8065', verdict: '127.0.0.1' },
    { address: 'http://0x7f.1', verdict: '127.0.0.1' },
    { address: 'http://[::1]', verdict: '[::1]' },
    { address: 'http://localhost:8065', verdict: '127.0.0.1' },
    { address: 'http://0.0.0.0', verdict: 'address_forbidden' },
    { address: 'http://169.254.169.254', verdict: 'address_forbidden' },
    { address: 'http://rebind.example.com', verdict: 'address_forbidden' },
  ] as const)(
    'R73 leads $address to $verdict where this machine is allowed',
    async ({ address, verdict }) => {
      expect(await connectionTo(address, true)).toBe(verdict)
    },
  )

  it('R73 gives every address of a name to a connection that may try them all', async () => {
    const guard = outboundGuard({ allowLoopback: false, resolve })
    const found = await new Promise((done) =>
      guard.lookup('chat.lan', { all: true }, (_, addresses) => done(addresses)),
    )
    expect(found).toEqual([
      { address: '192.168.1.9', family: 4 },
      { address: 'fd12::9', family: 6 },
    ])
  })
})
