import type { Command } from 'commander'
import { runWorker } from '../process/run-worker.ts'
import type { World } from '../world.ts'

/**
 * `ken scheduler`: runs scheduled jobs, such as pruning, and listens to the chats, next to `ken http`.
 */
export function schedulerCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  KEN_DATABASE_URL=… KEN_SECRETS=… ken scheduler')
    .action(() => runWorker(world, 'scheduler'))
}
