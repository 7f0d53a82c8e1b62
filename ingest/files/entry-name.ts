import { validateFileName } from 'yauzl'

/**
 * Says why an entry of an archive may not have this name: it is absolute, or leads out of the archive. Gives null if
 * it may. Nothing is unpacked to disk, but a name says to which place a record belongs, and people see it.
 */
export function faultOfName(name: string): string | null {
  return validateFileName(name.replaceAll('\\', '/'))
}
