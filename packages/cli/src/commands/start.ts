import type { Command } from 'commander'
import { settingsOf } from '../connect.ts'
import { loadSample } from '../import/load-sample.ts'
import { shownMigrations } from '../terminal/migration-progress.ts'
import { nextSteps } from '../terminal/next-steps.ts'
import { outputOf } from '../terminal/output.ts'
import { serve } from '../process/serve.ts'
import { typedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly sample?: boolean }

/**
 * `ken start`: everything in one process, on the embedded database unless another one is
 * configured.
 */
export function startCommand(command: Command, world: World): void {
  command
    .option('--sample', 'load the sample knowledge base of an imaginary company')
    .addHelpText('after', '\nExample:\n  ken start --sample')
    .action(async (options: Options) => {
      const { sample = false } = options
      const { jsonLog } = await import('@ken/http')
      const out = outputOf(world, options)
      const { config, warnings } = await settingsOf(world)
      for (const warning of warnings) out.warn(warning)
      const log = jsonLog({ stream: world.stderr, level: config.logLevel })
      let loaded: readonly string[] = []
      const { runHere } = await import('@ken/composition')
      await serve(world, {
        config,
        log,
        roles: ['worker', 'scheduler'],
        migrations: shownMigrations(world, options),
        prepare: async ({ ports }) => {
          await world.prepareConsole(out.note)
          if (sample) loaded = [await loadSample(runHere(ports))]
        },
        ready: async ({ ports }, { url, address }) => {
          const steps = await nextSteps(runHere(ports), {
            url,
            sample,
            ken: typedKen(world.env),
          })
          out.result({ url, address }, [
            ...loaded,
            `Ken is ready at ${url} and listens on ${address}`,
            '',
            ...steps,
            '',
            'Stop it with Ctrl-C.',
          ])
        },
        stopping: () =>
          out.note(
            'Stopping. Running requests finish, for at most 10 s. Press Ctrl-C again to stop immediately.',
          ),
      })
    })
}
