import { expect, it } from 'vitest'
import { examplesOf, type KeyUse } from './examples.ts'

const own: KeyUse = {
  apiKey: 'ken_abc',
  url: 'https://ken.example.com/in',
  mcpUrl: 'https://ken.example.com/in/mcp',
  isService: false,
}
const programs = (use: KeyUse) => examplesOf(use).map(({ program }) => program)

it('shows the key in every example, and a person only for a service key', () => {
  for (const isService of [false, true])
    for (const { program, text } of examplesOf({
      ...own,
      ...(isService && { isService, mcpUrl: null }),
    })) {
      expect([program, text.split('Bearer ken_abc').length]).toEqual([program, 2])
      expect(/on-behalf-of/i.test(text)).toBe(isService)
    }
})

it('has an example for MCP clients where they are served, with that address', () => {
  expect(programs(own)).toEqual(['curl', 'TypeScript', 'Python', 'MCP client'])
  expect(JSON.parse(examplesOf(own).at(-1)!.text)).toMatchObject({
    mcpServers: { ken: { url: 'https://ken.example.com/in/mcp' } },
  })
  expect(programs({ ...own, mcpUrl: null })).toEqual(['curl', 'TypeScript', 'Python'])
})
