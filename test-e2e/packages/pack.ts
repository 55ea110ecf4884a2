import { resolve } from 'node:path'
import { packAll, removeOthers } from './packed.ts'

/** Builds the published packages and packs them into a folder, by default `packed`, instead of those of another version. */
const folder = resolve(process.argv[2] ?? 'packed')
await packAll(folder)
// Last, because portals install from the folder: a build that fails leaves it as it is.
removeOthers(folder)
