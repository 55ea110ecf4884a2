import { afterEach, expect, it, vi } from 'vitest'
import { takeLinkToken } from './link-token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const token = `${'a_-Z9'.repeat(8)}abc`

/** A page at an address, and what happens when its fragment changes. */
function pageAt(pathname: string, hash: string) {
  const listeners: Array<() => void> = []
  const location = { pathname, hash, reload: vi.fn<() => void>() }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { state: null, replaceState: () => (location.hash = '') })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener))
  const change = () => {
    for (const listener of listeners) listener()
  }
  return { location, change }
}

it('takes the token out of the address, and loads the page again for another link', () => {
  const { location, change } = pageAt('/ken/invite', `#${token}`)
  expect([takeLinkToken('/ken'), location.hash]).toEqual([token, ''])
  change()
  expect(location.reload).toHaveBeenCalledOnce()
})

it.each([
  { name: 'is cut off', hash: `#${token.slice(0, 30)}`, taken: '' },
  { name: 'is missing', hash: '', taken: '' },
  { name: 'is too long', hash: `#${token}a`, taken: '' },
  { name: 'has the punctuation of a sentence after it', hash: `#${token}).`, taken: token },
])('takes only a complete token: one that $name', ({ hash, taken }) => {
  const { location } = pageAt('/reset', hash)
  expect([takeLinkToken(''), location.hash]).toEqual([taken, ''])
})

it('loads no page again whose fragment has the words of a search', () => {
  const { location, change } = pageAt('/invite', '#token')
  takeLinkToken('')
  location.pathname = '/'
  change()
  expect(location.reload).not.toHaveBeenCalled()
})

it('takes nothing at other addresses', () => {
  const { location } = pageAt('/', '#q=vpn')
  expect([takeLinkToken(''), location.hash]).toEqual([null, '#q=vpn'])
})
