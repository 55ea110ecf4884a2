import { openApiDocument } from '@ken/http'
import type { Command } from 'commander'
import { parseUrl } from '../options.ts'
import type { CommonOptions, World } from '../world.ts'

type Options = CommonOptions & { readonly url: string }

/** `ken openapi`: the document that a running Ken serves at `/public/v1/openapi.json`. */
export function openapiCommand(command: Command, world: World): void {
  command
    .option('--url <url>', 'the address that the document names', parseUrl, world.env['KEN_BASE_URL'] ?? 'http://localhost:8080')
    .addHelpText('after', '\nExample:\n  ken openapi --url https://ken.example.com > openapi.json')
    .action(({ url, json = false }: Options) => {
      world.stdout.write(`${JSON.stringify(openApiDocument(url), null, json ? 0 : 2)}\n`)
    })
}
