import { describe, expect, it } from 'vitest'
import { testWorld } from './test-world.ts'
import { typedKen } from './typed-command.ts'

const npx = {
  PATH: '/home/ana/.npm/_npx/9c70/node_modules/.bin:/usr/bin',
  npm_config_user_agent: 'pnpm/12.0.0 npm/?',
}

describe('typedKen', () => {
  it('is what the person typed: npx, pnpm or the program itself', () => {
    expect(typedKen(npx)).toBe('npx --yes pnpm@12 ken')
    expect(typedKen({ PATH: '/usr/bin', npm_config_user_agent: 'pnpm/12.0.0 npm/?' })).toBe(
      'pnpm ken',
    )
    expect(typedKen({})).toBe('ken')
  })

  it('is used in the advice of errors, of warnings and of results', async () => {
    const { ken } = testWorld({ env: npx })
    expect((await ken('groups', 'delete', 'it')).stderr).toContain(
      'See all groups with: npx --yes pnpm@12 ken groups list',
    )
    expect((await ken('keys', 'list')).stdout).toContain(
      'Create one with: npx --yes pnpm@12 ken keys create',
    )
    expect((await ken('import', '-', '--allow', 'group:it')).stderr).toContain(
      'until you run: npx --yes pnpm@12 ken groups',
    )
  })
})
