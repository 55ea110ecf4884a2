import { globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packAll } from './packed.ts'

/** Builds the published packages and packs them into a folder, by default `packed`, instead of those of another version. */
const folder = resolve(process.argv[2] ?? 'packed')
for (const file of globSync('ken-*.tgz', { cwd: folder })) rmSync(join(folder, file))
await packAll(folder)
