import type { Command } from 'commander'
import { runWorker } from '../run-worker.ts'
import type { World } from '../world.ts'

/** `ken scheduler`: does what recurs, such as forgetting what is over, and listens to team chat, beside `ken http`. */
export function schedulerCommand(command: Command, world: World): void {
  command
    .addHelpText('after', '\nExample:\n  KEN_DATABASE_URL=… KEN_SECRETS=… ken scheduler')
    .action(() => runWorker(world, 'scheduler'))
}
