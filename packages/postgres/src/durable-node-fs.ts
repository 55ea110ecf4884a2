import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/**
 * PGlite's directory on disk, whose `fsync` reaches the disk from the first statement on, recovery included. PGlite's
 * own leaves it out, and a commit that is only in memory does not survive a power cut.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), writeThrough] } }
  }
}

type NodeFileSystem = { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }

function writeThrough(module: unknown): void {
  // The module's types do not know of the file systems that are compiled into it.
  const { NODEFS } = module as { readonly NODEFS: NodeFileSystem }
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd)
    return 0
  }
}
