import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/**
 * PGlite's directory on disk, with an `fsync` that reaches the disk from the first statement on,
 * recovery included. PGlite's own does nothing, so a power cut would lose commits.
 */
export class DurableNodeFs extends NodeFS {
  override async init(
    ...[pglite, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), writeThrough],
      },
    }
  }
}

type NodeFileSystem = {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number }
}

function writeThrough(module: unknown): void {
  // The module's types omit the built-in file systems.
  const { NODEFS } = module as { readonly NODEFS: NodeFileSystem }
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd)
    return 0
  }
}
