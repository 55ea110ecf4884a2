import { ConfigError, type Config } from '@ken/composition'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { settingsOf, withKen } from '../connect.ts'
import { checkConnection, checkDataDirectory, checkSecrets, fail, type Check } from '../checks.ts'
import { columns, outputOf, plural } from '../output.ts'
import type { CommonOptions, World } from '../world.ts'

/** `ken doctor`: checks everything Ken depends on and says what to do; fails when Ken could not serve. */
export function doctorCommand(command: Command, world: World): void {
  command.addHelpText('after', '\nExample:\n  ken doctor').action(async (options: CommonOptions) => {
    const checks = await examine(world, options)
    const failed = checks.filter(({ state }) => state === 'fail').length
    outputOf(world, options).result(
      { ok: failed === 0, checks },
      columns(checks.map(({ state, name, detail }) => [state.padEnd(4), name, detail])),
    )
    if (failed > 0) throw new CommandFailed(`${plural(failed, 'check')} failed.`)
  })
}

async function examine(world: World, options: CommonOptions): Promise<readonly Check[]> {
  let config: Config
  try {
    config = (await settingsOf(world)).config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((fault) => fail('settings', fault))
  }
  const checks: Check[] = [
    { name: 'settings', state: 'ok', detail: 'Every variable can be used.' },
    ...checkDataDirectory(config),
    ...checkSecrets(config),
  ]
  // Without these the database cannot be opened, and would only repeat them.
  if (checks.some(({ state }) => state === 'fail')) return checks
  try {
    return [...checks, ...(await withKen(world, options, checkConnection))]
  } catch (error) {
    const name = error instanceof Error && error.name === 'KeyRingError' ? 'secrets' : 'database'
    const failed = fail(name, error instanceof Error ? error.message : String(error))
    return [...checks.filter((check) => check.name !== name), failed]
  }
}
