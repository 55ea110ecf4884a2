import type { Command } from 'commander'
import { runWorker } from '../process/run-worker.ts'
import type { World } from '../world.ts'

/** `ken worker`: runs jobs that requests enqueue, such as email, next to `ken http`. */
export function workerCommand(command: Command, world: World): void {
  command
    .addHelpText(
      'after',
      '\nExample:\n  KEN_DATABASE_URL=… KEN_SECRETS=… KEN_SMTP_URL=… KEN_MAIL_FROM=… ken worker',
    )
    .action(() => runWorker(world, 'worker'))
}
