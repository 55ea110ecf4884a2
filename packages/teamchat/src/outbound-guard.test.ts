import { describe, expect, it } from 'vitest'
import { outboundGuard } from './outbound-guard.ts'
import { TeamChatFailure } from './team-chat-failure.ts'

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
  if (found === undefined) throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

/** What becomes of a connection to the address: where it leads, or the fault. */
async function judge(address: string, allowLoopback = false): Promise<string> {
  const guard = outboundGuard({ allowLoopback, resolve })
  try {
    const { hostname } = guard.urlOf(address, '/api/v4/users/me')
    if (/^[\d.]+$|^\[/.test(hostname)) return hostname
    return await new Promise((done, fail) => {
      guard.lookup(hostname, {}, (error, found) => (error === null ? done(found as string) : fail(error)))
    })
  } catch (error) {
    return error instanceof TeamChatFailure ? error.fault : 'unresolved'
  }
}

describe('outboundGuard', () => {
  it.for([
    ['https://chat.example.com', '93.184.216.34'],
    ['http://chat.example.com:8065/path/', '93.184.216.34'],
    ['http://chat.lan', '192.168.1.9'],
    ['https://dual.example.com', '2606:2800:220:1::9'],
    ['https://nat64.example.com', '64:ff9b::5db8:d822'],
    ['http://10.0.0.7:8065', '10.0.0.7'],
    ['http://192.168.1.9', '192.168.1.9'],
    ['http://3232235785', '192.168.1.9'],
    ['http://0xc0.0xa8.1.9', '192.168.1.9'],
    ['http://[fd12::9]:8065', '[fd12::9]'],
    ['http://[::ffff:10.0.0.7]', '[::ffff:a00:7]'],
    ['http://100.64.0.9', '100.64.0.9'],
    ['ftp://chat.example.com', 'address_invalid'],
    ['file:///etc/passwd', 'address_invalid'],
    ['gopher://10.0.0.7', 'address_invalid'],
    ['ws://chat.example.com', 'address_invalid'],
    ['unix:/run/docker.sock', 'address_invalid'],
    ['javascript:alert(1)', 'address_invalid'],
    ['chat.example.com', 'address_invalid'],
    ['https://user@chat.example.com', 'address_invalid'],
    ['https://user:secret@chat.example.com', 'address_invalid'],
    ['https://chat.example.com@10.0.0.7', 'address_invalid'],
    ['https://chat.example.com?x=1', 'address_invalid'],
    ['https://chat.example.com/#x', 'address_invalid'],
    ['https://chat.example.com\\@10.0.0.7', 'address_invalid'],
    ['http://[fe80::1%25eth0]', 'address_invalid'],
    ['http://256.1.1.1', 'address_invalid'],
    ['http://169.254.169.254', 'address_forbidden'],
    ['http://169.254.169.254.', 'address_forbidden'],
    ['http://169.254.169.254:80/latest/meta-data', 'address_forbidden'],
    ['http://2852039166', 'address_forbidden'],
    ['http://0xa9fea9fe', 'address_forbidden'],
    ['http://0xa9.0xfe.0xa9.0xfe', 'address_forbidden'],
    ['http://0251.0376.0251.0376', 'address_forbidden'],
    ['http://169.254.43518', 'address_forbidden'],
    ['http://①⑥⑨.254.169.254', 'address_forbidden'],
    ['http://１６９．254.169.254', 'address_forbidden'],
    ['http://%31%36%39.254.169.254', 'address_forbidden'],
    ['http://[::ffff:169.254.169.254]', 'address_forbidden'],
    ['http://[::ffff:a9fe:a9fe]', 'address_forbidden'],
    ['http://[0:0:0:0:0:ffff:a9fe:a9fe]', 'address_forbidden'],
    ['http://[::169.254.169.254]', 'address_forbidden'],
    ['http://[64:ff9b::a9fe:a9fe]', 'address_forbidden'],
    ['http://[64:ff9b:1::a9fe:a9fe]', 'address_forbidden'],
    ['http://[2002:a9fe:a9fe::1]', 'address_forbidden'],
    ['http://[fd00:ec2::254]', 'address_forbidden'],
    ['http://100.100.100.200', 'address_forbidden'],
    ['http://168.63.129.16', 'address_forbidden'],
    ['http://[fe80::1]', 'address_forbidden'],
    ['http://[ff02::1]', 'address_forbidden'],
    ['http://224.0.0.1', 'address_forbidden'],
    ['http://255.255.255.255', 'address_forbidden'],
    ['http://0.0.0.0:8065', 'address_forbidden'],
    ['http://0', 'address_forbidden'],
    ['http://[::]', 'address_forbidden'],
    ['http://127.0.0.1:8065', 'address_forbidden'],
    ['http://127.1', 'address_forbidden'],
    ['http://0x7f.1', 'address_forbidden'],
    ['http://2130706433', 'address_forbidden'],
    ['http://017700000001', 'address_forbidden'],
    ['http://127。0。0。1', 'address_forbidden'],
    ['http://[::1]', 'address_forbidden'],
    ['http://[::ffff:127.0.0.1]', 'address_forbidden'],
    ['http://localhost:8065', 'address_forbidden'],
    ['http://LOCALHOST.', 'address_forbidden'],
    ['http://here.example.com', 'address_forbidden'],
    ['http://zero.example.com', 'address_forbidden'],
    ['http://multicast.example.com', 'address_forbidden'],
    ['http://mapped.example.com', 'address_forbidden'],
    ['http://metadata.google.internal', 'address_forbidden'],
    ['http://rebind.example.com', 'address_forbidden'],
    ['http://nowhere.example.com', 'unreachable'],
    ['http://unknown.example.com', 'unresolved'],
  ] as const)('R73 leads %s to %s', async ([address, verdict]) => {
    expect(await judge(address)).toBe(verdict)
  })

  it.for([
    ['http://127.0.0.1:8065', '127.0.0.1'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://[::1]', '[::1]'],
    ['http://localhost:8065', '127.0.0.1'],
    ['http://0.0.0.0', 'address_forbidden'],
    ['http://169.254.169.254', 'address_forbidden'],
    ['http://rebind.example.com', 'address_forbidden'],
  ] as const)('R73 leads %s to %s where this machine is allowed', async ([address, verdict]) => {
    expect(await judge(address, true)).toBe(verdict)
  })

  it('R73 gives every address of a name to a connection that may try them all', async () => {
    const guard = outboundGuard({ allowLoopback: false, resolve })
    const found = await new Promise((done) => guard.lookup('chat.lan', { all: true }, (_, addresses) => done(addresses)))
    expect(found).toEqual([
      { address: '192.168.1.9', family: 4 },
      { address: 'fd12::9', family: 6 },
    ])
  })
})
