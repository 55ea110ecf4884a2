import type { ConsoleFiles } from '../console/console-files.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const consoleScript = '/assets/index-4fJ2aB9c.js'

/** A console of one script, for tests of how it is served. */
export const consoleFixture: ConsoleFiles = {
  shell: `<!doctype html><html lang="en"><head><title>Ken</title><link rel="icon" href="/assets/ken.svg" /><script type="module" src="${consoleScript}"></script></head><body></body></html>`,
  etag: '"a hash of the shell"',
  paths: ['/', '/forgot', '/invite', '/login', '/me/keys/:id', '/reset', '/setup'],
  assets: new Map([
    [
      consoleScript,
      {
        type: 'text/javascript; charset=utf-8',
        content: { identity: bytes('plain'), gzip: bytes('zipped'), br: bytes('broken down') },
      },
    ],
  ]),
}
