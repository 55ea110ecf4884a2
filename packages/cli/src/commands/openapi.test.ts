import { describe, expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

const servers = async (env: { [name: string]: string }, ...argv: string[]) =>
  JSON.parse((await testWorld({ env }).ken('openapi', ...argv)).stdout).servers

describe('ken openapi', () => {
  it('prints the document for the given address, otherwise for the configured one', async () => {
    expect(await servers({}, '--url', 'https://ken.example.com/')).toEqual([
      { url: 'https://ken.example.com' },
    ])
    expect(await servers({ KEN_BASE_URL: 'https://base.example.com' })).toEqual([
      { url: 'https://base.example.com' },
    ])
    expect(await servers({ KEN_PORT: '8090', KEN_DATABASE_URL: 'nonsense' })).toEqual([
      { url: 'http://localhost:8090' },
    ])
    expect(await servers({}, '--json')).toEqual([{ url: 'http://localhost:8080' }])
  })
})
