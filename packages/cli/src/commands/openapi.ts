import { openApiDocument } from '@ken/http'
import type { Command } from 'commander'
import { baseUrlOf } from '../connect.ts'
import { parseUrl } from '../options.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly url?: string }

/** `ken openapi`: the document that a running Ken serves at `/public/v1/openapi.json`. */
export function openapiCommand(command: Command, world: World): void {
  command
    .option('--url <url>', 'the address in the document (default: the configured one)', parseUrl)
    .addHelpText('after', '\nExample:\n  ken openapi --url https://ken.example.com > openapi.json')
    .action(async ({ url, json = false }: Options) => {
      world.stdout.write(
        `${JSON.stringify(openApiDocument(url ?? (await baseUrlOf(world))), null, json ? 0 : 2)}\n`,
      )
    })
}
