import { getPriority, setPriority } from 'node:os'
import type { Settings } from '../../runtime/settings/settings.ts'

/**
 * Lets other processes have the processor first: who reads and writes beside a rebuild is not to notice it. Threads that this
 * one starts from now on step back with it. A process that was started further back stays there, since only root may come forward.
 */
export function lowerPriority({ background_nice }: Pick<Settings, 'background_nice'>): void {
  if (getPriority() < background_nice) setPriority(background_nice)
}
