import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { oldNodeAdvice } from './old-node.ts'

it('refuses every release of Node.js below the oldest that the package supports, with advice', () => {
  const supported = manifest.engines.node.match(/\d+\.\d+\.\d+/g) ?? []
  expect(supported.map(oldNodeAdvice)).toEqual(supported.map(() => null))
  const [oldest = ''] = supported
  const [line, release, patch] = oldest.split('.').map(Number) as [number, number, number]
  for (const old of [
    `${line - 1}.99.0`,
    `${line}.0.0`,
    `${line}.${release - 1}.99`,
    `${line}.${release}.${patch - 1}`,
  ])
    expect(oldNodeAdvice(old)).toBe(
      `Ken needs Node.js ${oldest} or newer, and this is ${old}. Run it with a newer one: npx --package node@24 --package @ken/cli ken`,
    )
  expect(oldNodeAdvice(`${line}.${release + 1}.0-nightly`)).toBeNull()
})
