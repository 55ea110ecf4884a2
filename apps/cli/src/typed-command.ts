import type { World } from './world.ts'

/** How the person at the keyboard calls `ken`: whoever began with npx has no pnpm to type. */
export function typedKen(env: World['env']): string {
  if (env['PATH']?.includes('_npx') === true) return 'npx --yes pnpm@12 ken'
  return env['npm_config_user_agent']?.startsWith('pnpm/') === true ? 'pnpm ken' : 'ken'
}

/** A message whose advice, such as `See them with: ken groups list`, can be typed as it stands. */
export const withTypedKen = (message: string, env: World['env']): string =>
  message.replaceAll(/: ken (?=[a-z])/g, `: ${typedKen(env)} `)
