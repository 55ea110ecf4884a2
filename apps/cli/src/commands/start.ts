import type { Command } from 'commander'
import { settingsOf } from '../connect.ts'
import { loadSample } from '../load-sample.ts'
import { nextSteps } from '../next-steps.ts'
import { outputOf } from '../output.ts'
import { serve } from '../serve.ts'
import { typedKen } from '../typed-command.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly sample?: boolean }

/** `ken start`: everything in one process, on the embedded database unless the settings name another. */
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
      await serve(world, {
        config,
        log,
        roles: ['worker', 'scheduler'],
        prepare: async ({ ports }) => {
          if (sample) loaded = [await loadSample((useCase, input) => useCase(ports, input))]
        },
        ready: async ({ ports }, { url, address }) => {
          const steps = await nextSteps((useCase, input) => useCase(ports, input), { url, sample, ken: typedKen(world.env) })
          out.result({ url, address }, [
            ...loaded,
            `Ken is ready at ${url} and listens on ${address}`,
            '',
            ...steps,
            '',
            'Stop it with Ctrl-C.',
          ])
        },
        stopping: () => out.note('Stopping. Requests under way are answered, for at most 10 s; Ctrl-C again stops at once.'),
      })
    })
}
