import { getPriority, setPriority } from 'node:os'
import type { Settings } from '../runtime/settings.ts'
import { LegislogError } from '../schemas/errors.ts'

const LOWEST = 19

/**
 * Lets other processes have the processor first: who reads and writes beside a rebuild is not to notice it. Threads that this
 * one starts from now on step back with it. A process that was started further back stays there, since only root may come forward.
 */
export function stepBack({ background_nice }: Pick<Settings, 'background_nice'>): void {
  if (background_nice < 0 || background_nice > LOWEST) {
    throw new LegislogError(
      'setting_invalid',
      `BACKGROUND_NICE is ${background_nice}; it is from 0 to ${LOWEST}`,
    )
  }
  if (getPriority() < background_nice) setPriority(background_nice)
}
