import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { sourceLink } from './source-link.ts'

it('links a title to its address', () => {
  expect(
    sourceLink({ title: 'Leave policy', url: 'https://wiki.example.com/leave?id=1#top' }),
  ).toBe('[Leave policy](https://wiki.example.com/leave?id=1#top)')
})

it('escapes title and address, so that neither ends the link early or mentions anyone', () => {
  const url = 'https://wiki.example.com/a_(b)?q=")[x]*y*'
  expect(sourceLink({ title: 'A [draft](http://evil) @all\nnote', url })).toBe(
    String.raw`[A draft @${'\u200b'}all note](https://wiki.example.com/a%5F%28b%29?q=%22%29%5Bx%5D%2Ay%2A)`,
  )
})

it('shows the host if nothing is left of the title', () => {
  expect(sourceLink({ title: '![](x)', url: 'https://wiki.example.com/a' })).toBe(
    '[wiki.example.com](https://wiki.example.com/a)',
  )
})

it.for([
  'file:///etc/hosts',
  '/relative',
  'javascript:alert(1)',
  'data:text/html,x',
  'wiki.example.com',
])('does not link to %s', (url) => {
  expect(sourceLink({ title: 'Notes', url })).toBe('Notes')
})

it('is one link, for any title and address', () => {
  const titles = fc.string({
    unit: fc.constantFrom('a', '[', ']', '(', ')', '\\', '`', '!', '<', '\n', '@'),
  })
  const schemes = fc.constantFrom('http', 'https')
  const rests = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from("-._~!$&'()*+,;=:@/?#")),
      anyCharacter.map(encodeURIComponent),
    ),
  })
  fc.assert(
    fc.property(titles, schemes, fc.domain(), rests, (title, scheme, host, rest) => {
      const written = sourceLink({ title, url: `${scheme}://${host}/${rest}` })
      expect(written).toMatch(/^\[(?:[^\\[\]\n]|\\.)*\]\(https?:\/\/[^()\s<>]+\)$/)
    }),
  )
})
