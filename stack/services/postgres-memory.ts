import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const LEAST_MB = 128

/** The memory of the machine, or of the container if that is less. */
export const memoryBytes = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * The manual of Postgres recommends a quarter of the memory for a machine of its own. Here it has an eighth, because it
 * shares the machine with all other services, and expects the system to have four times as much in its cache.
 */
export function memoryParameters(
  buffers_mb: number,
  memory_bytes: number,
): { readonly shared_buffers: string; readonly effective_cache_size: string } {
  const eighth_mb = Math.max(LEAST_MB, Math.floor(memory_bytes / MEGABYTE / 8))
  const chosen_mb = buffers_mb === 0 ? eighth_mb : buffers_mb
  return { shared_buffers: `${chosen_mb}MB`, effective_cache_size: `${4 * chosen_mb}MB` }
}
