import type { World } from './world.ts'

/** How the user calls `ken`: a user of npx may not have pnpm. */
export function typedKen(env: World['env']): string {
  if (env['PATH']?.includes('_npx') === true) return 'npx --yes pnpm@12 ken'
  return env['npm_config_user_agent']?.startsWith('pnpm/') === true ? 'pnpm ken' : 'ken'
}

/**
 * A message whose advice, such as `See them with: ken groups list`, can be pasted into the shell.
 */
export const withTypedKen = (message: string, env: World['env']): string =>
  message.replaceAll(/: ken (?=[a-z])/g, `: ${typedKen(env)} `)
