import type { Settings } from '../../model/settings.ts'

/** The one row of settings. It always exists. */
export interface SettingsStore {
  read(): Promise<Settings>
  update(settings: Settings): Promise<void>
}
