import { validateFileName } from 'yauzl'

/**
 * Gives the reason if an entry of an archive may not have this name: it is absolute, or leads out of the
 * archive. Gives null if it may. Nothing is unpacked to disk, but the name decides to which place a record
 * belongs, and people see it.
 */
export function faultOfName(name: string): string | null {
  return validateFileName(name.replaceAll('\\', '/'))
}
