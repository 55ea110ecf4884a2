import type { Log } from '@ken/core/ports'

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
