import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { oldNodeAdvice } from './old-node.ts'

it('refuses every line of Node.js below those that the package supports, with advice', () => {
  const lines = manifest.engines.node.match(/\d+\.\d+\.\d+/g) ?? []
  expect(lines.map(oldNodeAdvice)).toEqual(lines.map(() => null))
  const oldest = Math.min(...lines.map((version) => Number.parseInt(version, 10)))
  expect(oldNodeAdvice(`${oldest - 1}.99.0`)).toBe(
    `Ken needs Node.js ${oldest} or newer, and this is ${oldest - 1}.99.0. Run it with a newer one: npx --package node@24 --package @ken/cli ken`,
  )
})
