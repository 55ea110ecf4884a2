import { runMcp } from '@ken/mcp-tools/stdio'
import type { Command } from 'commander'
import type { World } from '../world.ts'

/** `ken mcp`: the tools of an assistant over standard input and output, like `ken-mcp`. */
export function mcpCommand(command: Command, world: World): void {
  command
    .addHelpText(
      'after',
      '\nReads KEN_URL and KEN_API_KEY, or KEN_API_KEY_FILE. Standard output carries JSON-RPC alone.\n\nExample:\n  KEN_URL=https://ken.example.com KEN_API_KEY=ken_… ken mcp',
    )
    .action(() => runMcp(world))
}
