import { join } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import { homeFolder, type Settings } from '../settings/settings.ts'
import { createDirectoryStore } from './directory.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3.ts'

/**
 * A directory by default, S3-compatible if OBJECT_STORE is `s3://bucket/prefix`. Opens nothing before its first use.
 */
export function createObjectStore(settings: Settings): ObjectStore {
  const location = settings.object_store
  if (location.startsWith('s3://')) return createS3Store(settings)
  if (location.includes('://')) {
    throw new LegislogError(
      'setting_invalid',
      `OBJECT_STORE is ${JSON.stringify(location)}; it must be a folder or s3://bucket/prefix`,
    )
  }
  return createDirectoryStore(location === '' ? join(homeFolder(settings), 'objects') : location)
}
