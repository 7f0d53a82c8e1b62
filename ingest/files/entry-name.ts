import { validateFileName } from 'yauzl'

/**
 * Why a name is none of an entry of an archive: it is absolute, or leads out of the archive. Null for a good one. Nothing is
 * ever unpacked to a disk; but a name says of which place a record is, and is shown to people.
 */
export function faultOfName(name: string): string | null {
  return validateFileName(name.replaceAll('\\', '/'))
}
