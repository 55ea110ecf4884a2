import { outboundGuard } from '@ken/outbound'
import { describe, expect, it } from 'vitest'
import { guardedServerUrl, serverUrl } from './server-url.ts'

describe('serverUrl', () => {
  it('puts the path below the path of the server', () => {
    expect(serverUrl('http://chat.example.com:8065/path/', '/api/v4/users/me').href).toBe(
      'http://chat.example.com:8065/path/api/v4/users/me',
    )
  })

  it.for([
    'ftp://chat.example.com',
    'file:///etc/passwd',
    'gopher://10.0.0.7',
    'ws://chat.example.com',
    'unix:/run/docker.sock',
    'javascript:alert(1)',
    'chat.example.com',
    'https://user@chat.example.com',
    'https://user:secret@chat.example.com',
    'https://chat.example.com@10.0.0.7',
    'https://chat.example.com?x=1',
    'https://chat.example.com/#x',
    'https://chat.example.com\\@10.0.0.7',
    'http://[fe80::1%25eth0]',
    'http://256.1.1.1',
  ])('R73 throws address_invalid for %s', (address) => {
    expect(() => serverUrl(address, '/api/v4/users/me')).toThrow(
      expect.objectContaining({ fault: 'address_invalid' }),
    )
  })
})

describe('guardedServerUrl', () => {
  const guard = outboundGuard({ allowLoopback: false })

  it('R73 throws address_forbidden for an IP address that the guard forbids, and for no other', () => {
    expect(() => guardedServerUrl(guard, 'http://0xa9fea9fe', '/api/v4/websocket')).toThrow(
      expect.objectContaining({ fault: 'address_forbidden' }),
    )
    const { hostname } = guardedServerUrl(guard, 'http://0300.0250.1.1', '/api/v4/websocket')
    expect(hostname).toBe('192.168.1.1')
  })
})
