import type { Settings } from '../../../model/settings.ts'

/** The one row of settings. It always exists. */
export interface SettingsStore {
  read(): Promise<Settings>
  /**
   * Reads and locks the settings: other calls of `lock` and `update` wait until this transaction ends, those of `read`
   * do not.
   */
  lock(): Promise<Settings>
  /** Changes the given settings, and no others. */
  update(settings: Partial<Settings>): Promise<void>
}
