import { validateFileName } from 'yauzl'

/**
 * Says why an entry of an archive may not have a name: it is absolute, or leads out of the archive. Null if it may. Nothing is
 * ever unpacked to a disk, but a name says of which place a record is, and is shown to people.
 */
export function faultOfName(name: string): string | null {
  return validateFileName(name.replaceAll('\\', '/'))
}
